"""store."""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.store.boards import Key, brief_of
    from judge.store.codec import Kept, give, keep, pack_submission, unpack_submission
    from judge.store.failed import FAILED, Failed, failed_after, failed_as_json, failed_here, read_failed
    from judge.store.forget import uploads_of
    from judge.store.packages import write_back
    from judge.store.people import LASTS_S, SECRET_BYTES, check_id
    from judge.store.queue import CODE_BYTES
    from judge.store.run_document import BrokenKeyError, Parts, RunFile
    from judge.store.saved import SavedRun, StoredRun, read_record, read_run, run_path, saved_names, saved_runs
    from judge.store.store import PATH, Store
else:
    __getattr__ = door(__name__)
