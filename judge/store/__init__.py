"""What was judged, kept: the store in SQLite, runs in files, and the nouns as they are packed."""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.store.boards import brief_of
    from judge.store.codec import Kept, pack_submission, unpack_submission
    from judge.store.forget import uploads_of
    from judge.store.journal import Journal
    from judge.store.packages import write_back
    from judge.store.people import check_id
    from judge.store.run_document import judgements_in
    from judge.store.run_writer import rank_json, run_json
    from judge.store.saved_runs import SavedRun, StoredRun, read_run, run_path, saved_names
    from judge.store.store import Store
    from judge.store.upkeep import Contents
else:
    __getattr__ = door(__name__)
