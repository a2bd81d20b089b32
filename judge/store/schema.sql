-- The store of judge, version 8: what was judged, under which conditions, with which result.
-- Nothing is ever changed or deleted: what happens to a row later is a row of its own elsewhere, and triggers hold it.
-- Digests are SHA-256 in hexadecimal, times seconds since 1970 (UTC), texts JSON where they say so.
-- Every statement can be run again: two judges may create one store at once. `database.py` brings older tables up to
-- this; `ranks.py` sets user_version when it has filled `score`. So a store of an older version is whole or still of
-- that version. Only `forget.py` and `upkeep.py`, which prunes, change or delete a row, on somebody's word. `queued` is no
-- record but an index, and its rows go. A `profile` is replaced, and of a `credential` is counted how it is used.

BEGIN IMMEDIATE;

-- One row: the key that pseudonyms are made with. Who has it can find out who is behind one.
CREATE TABLE IF NOT EXISTS secret (id INTEGER PRIMARY KEY CHECK (id = 1), key BLOB NOT NULL);

-- The machines that judged, with what they enforced: a Host as JSON.
CREATE TABLE IF NOT EXISTS host (digest TEXT PRIMARY KEY, facts TEXT NOT NULL);

-- What calibration has measured on each class of host; a machine measures again from time to time.
CREATE TABLE IF NOT EXISTS calibration (
    host_class TEXT NOT NULL,
    calibration_s REAL NOT NULL,
    at_s REAL NOT NULL,
    UNIQUE (host_class, calibration_s)
);

-- Who is behind an owner: the only table with a name. The key is random. A student who is forgotten has no row.
CREATE TABLE IF NOT EXISTS person (key TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE);

-- The packages that were judged, whole and each once: files by path as JSON, base64, deflated.
CREATE TABLE IF NOT EXISTS package (digest TEXT PRIMARY KEY, files BLOB NOT NULL);

-- What was submitted, each once: the main file, and the files of a folder as JSON, base64.
CREATE TABLE IF NOT EXISTS source (sha256 TEXT PRIMARY KEY, main BLOB NOT NULL, files TEXT NOT NULL);

-- Judgements that belong together: a class, a regrade, or all that was submitted under the same conditions.
CREATE TABLE IF NOT EXISTS batch (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('submit', 'grade', 'regrade')),
    problem TEXT NOT NULL,
    package TEXT NOT NULL,      -- digest of the cases and rules
    limits TEXT NOT NULL,       -- digest of the limits and the number of repetitions
    judge TEXT NOT NULL,        -- version
    host TEXT NOT NULL REFERENCES host,
    label TEXT NOT NULL,        -- the folder or zip of a class
    reason TEXT NOT NULL,       -- of a regrade
    begun_s REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS batch_of_problem ON batch (problem, kind, label);

-- What became of a regrade. Without a row it is pending, and nobody sees its judgements.
CREATE TABLE IF NOT EXISTS decision (
    batch INTEGER PRIMARY KEY REFERENCES batch,
    word TEXT NOT NULL CHECK (word IN ('applied', 'cancelled')),
    at_s REAL NOT NULL
);

-- One submission by one owner, to be judged.
CREATE TABLE IF NOT EXISTS judgement (
    id INTEGER PRIMARY KEY,
    batch INTEGER NOT NULL REFERENCES batch,
    owner TEXT NOT NULL,        -- the key of a person: the student, or the name given with --as
    sha256 TEXT NOT NULL REFERENCES source,
    kind TEXT NOT NULL,         -- what beside the bytes decides how it is run: the ending, of a Java file the name
    paper TEXT NOT NULL,        -- the rest of the Submission as JSON; its name is empty where that is the owner's
    replaces INTEGER REFERENCES judgement,  -- in a regrade: the one that this is to stand for
    begun_s REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS judgement_of_batch ON judgement (batch, owner, sha256);
CREATE INDEX IF NOT EXISTS judgement_of_time ON judgement (batch, begun_s);
CREATE INDEX IF NOT EXISTS judgement_of_source ON judgement (sha256, kind);
CREATE INDEX IF NOT EXISTS judgement_of_owner ON judgement (owner, sha256, kind);

-- Each repetition of each case, written when it is over: a Run as JSON, with its board where that is small.
-- After a judge error the case is run again, which is a further row.
CREATE TABLE IF NOT EXISTS run (
    id INTEGER PRIMARY KEY,
    judgement INTEGER NOT NULL REFERENCES judgement,
    facts TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS run_of_judgement ON run (judgement);

-- The seeds of the sequences in which the hidden cases of a judgement were run; the last one is gone on with.
CREATE TABLE IF NOT EXISTS draw (
    id INTEGER PRIMARY KEY,
    judgement INTEGER NOT NULL REFERENCES judgement,
    seed TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS draw_of_judgement ON draw (judgement);

-- How a judgement ended; the last one counts, as a judge error is tried again.
CREATE TABLE IF NOT EXISTS outcome (
    id INTEGER PRIMARY KEY,
    judgement INTEGER NOT NULL REFERENCES judgement,
    verdict TEXT NOT NULL,
    points REAL NOT NULL,       -- without meaning where a judge error holds them back: they wait
    faults INTEGER NOT NULL,    -- how often the judge itself failed; with any it is never used again
    prepared TEXT NOT NULL,     -- a Prepared as JSON
    runs BLOB NOT NULL,         -- one Run for each case as JSON, deflated
    at_s REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS outcome_of_judgement ON outcome (judgement);

-- What can be ranked together: the same cases and rules, the same limits, the same clock, a box or none, one class of
-- host.
CREATE TABLE IF NOT EXISTS ground (
    id INTEGER PRIMARY KEY,
    problem TEXT NOT NULL,
    package TEXT NOT NULL,
    limits TEXT NOT NULL,
    clock TEXT NOT NULL CHECK (clock IN ('cpu', 'wall')),
    boxed INTEGER NOT NULL,     -- 0: in the plain tier, where a submission can forge what it likes
    host_class TEXT NOT NULL,   -- '' for what a judge before version 3 has stored
    UNIQUE (problem, package, limits, boxed, clock, host_class)
);

-- What ranking needs of every outcome that is published: a row for all of its cases and one for those of each algorithm.
-- Who is ranked is found by index, so a rank costs the same in a store of whatever age.
CREATE TABLE IF NOT EXISTS score (
    id INTEGER PRIMARY KEY,
    outcome INTEGER NOT NULL REFERENCES outcome,
    ground INTEGER NOT NULL REFERENCES ground,
    algorithm TEXT NOT NULL,    -- '' for all cases
    owner TEXT NOT NULL,        -- the key of a person
    faults INTEGER NOT NULL,    -- with any it is not ranked
    solved INTEGER NOT NULL,
    time_s REAL NOT NULL,       -- of what was solved, by the ground's clock
    since_s REAL NOT NULL,      -- from when on it counts
    replaces INTEGER REFERENCES outcome,    -- of the same submission by the same owner on this ground, judged before
    worth REAL NOT NULL DEFAULT 0,  -- the sum of the scores: as many as solved, unless the problem asks for the best
    missed_s REAL NOT NULL DEFAULT 0,   -- what PAR-2 counts for the other cases: with time_s it is PAR-2
    UNIQUE (outcome, algorithm)
);
CREATE INDEX IF NOT EXISTS score_by_worth ON score (ground, algorithm, owner, faults, worth DESC, time_s + missed_s);
CREATE INDEX IF NOT EXISTS score_replaced ON score (replaces, algorithm);

-- All of an outcome on one line; a regrade counts from when it was applied.
DROP VIEW IF EXISTS published;
DROP VIEW IF EXISTS finished;
CREATE VIEW finished AS
SELECT outcome.id AS outcome, judgement.id AS judgement, judgement.owner, judgement.sha256, judgement.kind,
       coalesce(person.name, 'forgotten-' || judgement.owner) AS name,
       judgement.paper, batch.problem, batch.package, batch.limits, batch.judge, batch.host,
       batch.kind AS batch_kind, batch.id AS batch, host.facts, decision.word, outcome.faults, outcome.verdict, outcome.points, outcome.prepared,
       outcome.runs, outcome.at_s, max(outcome.at_s, coalesce(decision.at_s, 0)) AS since_s
FROM outcome
JOIN judgement ON judgement.id = outcome.judgement
JOIN batch ON batch.id = judgement.batch
JOIN host ON host.digest = batch.host
LEFT JOIN person ON person.key = judgement.owner
LEFT JOIN decision ON decision.batch = batch.id;

-- Outcomes that anybody may see. A regrade that met a judge error replaces nothing.
CREATE VIEW published AS
SELECT * FROM finished WHERE batch_kind != 'regrade' OR (word = 'applied' AND faults = 0);

CREATE TRIGGER IF NOT EXISTS run_stays BEFORE UPDATE ON run BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS run_kept BEFORE DELETE ON run BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS draw_stays BEFORE UPDATE ON draw BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS draw_kept BEFORE DELETE ON draw BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS judgement_stays BEFORE UPDATE ON judgement BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS judgement_kept BEFORE DELETE ON judgement BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS outcome_stays BEFORE UPDATE ON outcome BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS outcome_kept BEFORE DELETE ON outcome BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS score_stays BEFORE UPDATE ON score BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS score_kept BEFORE DELETE ON score BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS calibration_stays BEFORE UPDATE ON calibration BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS calibration_kept BEFORE DELETE ON calibration BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS decision_stays BEFORE UPDATE ON decision BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS decision_kept BEFORE DELETE ON decision BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS package_stays BEFORE UPDATE ON package BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS package_kept BEFORE DELETE ON package BEGIN SELECT raise(ABORT, 'append only'); END;

-- What an instructor decided by hand about a student on a problem; the last of each kind since a clear counts.
CREATE TABLE IF NOT EXISTS mark (
    id INTEGER PRIMARY KEY,
    problem TEXT NOT NULL,
    owner TEXT NOT NULL,        -- the key of a person
    kind TEXT NOT NULL CHECK (kind IN ('points', 'excuse', 'comment', 'clear')),
    points REAL,                -- of kind points
    text TEXT NOT NULL,         -- why, or the comment
    author TEXT NOT NULL,       -- who decided it
    at_s REAL NOT NULL,
    class TEXT NOT NULL DEFAULT ''  -- where it lies, from the store's folder; 'web:'; '' where nobody knows
);
CREATE INDEX IF NOT EXISTS mark_of_problem ON mark (problem, id);
CREATE TRIGGER IF NOT EXISTS mark_stays BEFORE UPDATE ON mark BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS mark_kept BEFORE DELETE ON mark BEGIN SELECT raise(ABORT, 'append only'); END;

-- --- the web -----------------------------------------------------------------------------------------------------------
-- What is to be judged by the judges at this store. What became of it is in `step`.
CREATE TABLE IF NOT EXISTS job (
    id INTEGER PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,  -- in addresses: random, so that it says nothing
    kind TEXT NOT NULL CHECK (kind IN ('submit', 'regrade')),
    problem TEXT NOT NULL,
    owner TEXT NOT NULL,        -- the key of a person; '' of a regrade
    author TEXT NOT NULL,       -- the key of who handed it in
    sha256 TEXT REFERENCES source,
    paper TEXT NOT NULL,        -- the rest of the Submission as JSON, as in `judgement`; of a regrade a RegradeWish
    at_s REAL NOT NULL,
    turn INTEGER NOT NULL,      -- the owner's next jobs have later ones: those with an earlier turn are taken first,
    since_s REAL NOT NULL       -- of those with the same turn who waits longest: one that replaces another, since then
);
CREATE INDEX IF NOT EXISTS job_of_owner ON job (owner, problem, id);
CREATE INDEX IF NOT EXISTS job_of_problem ON job (problem, id);
CREATE INDEX IF NOT EXISTS job_of_turn ON job (turn);

-- How far a job is; the last row says all of it, and without a row it waits. A judge that ends leaves it to the next.
CREATE TABLE IF NOT EXISTS step (
    id INTEGER PRIMARY KEY,
    job INTEGER NOT NULL REFERENCES job,
    -- again: the judge has failed on it, and it waits to be tried once more
    word TEXT NOT NULL CHECK (word IN ('taken', 'preparing', 'running', 'waiting', 'again', 'done', 'replaced')),
    judgement INTEGER REFERENCES judgement,
    batch INTEGER REFERENCES batch,
    takes INTEGER NOT NULL,     -- how often a judge has taken it since it waited
    tries INTEGER NOT NULL,     -- how often it had to be tried again
    words TEXT NOT NULL,        -- of `taken` which judge has; of `again` and `done` why, where that is no verdict
    at_s REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS step_of_job ON step (job, id);
CREATE INDEX IF NOT EXISTS step_of_word ON step (word, id);
CREATE INDEX IF NOT EXISTS step_of_judgement ON step (judgement);

-- Which jobs are not over: what an index would be. A row goes in the transaction in which the job is over.
CREATE TABLE IF NOT EXISTS queued (job INTEGER PRIMARY KEY REFERENCES job);

-- Who has an account: the last row of an owner counts. The role '' takes it away.
CREATE TABLE IF NOT EXISTS account (
    id INTEGER PRIMARY KEY,
    owner TEXT NOT NULL,        -- the key of a person
    role TEXT NOT NULL CHECK (role IN ('', 'student', 'grader', 'instructor', 'host')),
    author TEXT NOT NULL,       -- the key of who gave it; '' is the command line
    at_s REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS account_of_owner ON account (owner, id);

-- What a class list says of a person: a Student as JSON. With `person` the only table with names.
CREATE TABLE IF NOT EXISTS profile (key TEXT PRIMARY KEY, facts TEXT NOT NULL);

-- What lets somebody in. The secret itself is nowhere, only its SHA-256.
CREATE TABLE IF NOT EXISTS credential (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('link', 'invitation', 'session', 'token')),
    owner TEXT NOT NULL,        -- the key of a person; '' of an invitation
    role TEXT NOT NULL,         -- of an invitation: what it makes somebody
    author TEXT NOT NULL,
    words TEXT NOT NULL,
    made_s REAL NOT NULL,
    expires_s REAL NOT NULL,
    ended_s REAL,               -- when it was taken back, or somebody signed out
    used INTEGER NOT NULL DEFAULT 0,
    most INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS credential_of_owner ON credential (owner, kind);

-- The audit log.
CREATE TABLE IF NOT EXISTS deed (
    id INTEGER PRIMARY KEY,
    at_s REAL NOT NULL,
    author TEXT NOT NULL,       -- the key of a person; '' is the command line
    what TEXT NOT NULL,
    about TEXT NOT NULL,        -- the key of a person, or ''
    problem TEXT NOT NULL,
    words TEXT NOT NULL
);

-- When a homework is due, where somebody has changed that: a Term as JSON. The last row counts.
CREATE TABLE IF NOT EXISTS term (
    id INTEGER PRIMARY KEY,
    problem TEXT NOT NULL,
    owner TEXT NOT NULL,        -- the key of a person; '' is the class
    facts TEXT NOT NULL,
    author TEXT NOT NULL,
    at_s REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS term_of_problem ON term (problem, owner, id);

-- What a host said about a contest.
CREATE TABLE IF NOT EXISTS contest_word (
    id INTEGER PRIMARY KEY,
    contest TEXT NOT NULL,      -- its id
    word TEXT NOT NULL CHECK (word IN ('start', 'freeze', 'unfreeze', 'reveal', 'hide')),
    author TEXT NOT NULL,
    at_s REAL NOT NULL
);
CREATE TRIGGER IF NOT EXISTS job_stays BEFORE UPDATE ON job BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS job_kept BEFORE DELETE ON job BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS step_stays BEFORE UPDATE ON step BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS step_kept BEFORE DELETE ON step BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS account_stays BEFORE UPDATE ON account BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS account_kept BEFORE DELETE ON account BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS deed_stays BEFORE UPDATE ON deed BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS deed_kept BEFORE DELETE ON deed BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS term_stays BEFORE UPDATE ON term BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS term_kept BEFORE DELETE ON term BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS contest_word_stays BEFORE UPDATE ON contest_word BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER IF NOT EXISTS contest_word_kept BEFORE DELETE ON contest_word BEGIN SELECT raise(ABORT, 'append only'); END;

INSERT OR IGNORE INTO secret VALUES (1, randomblob(32));
PRAGMA application_id = 1247102023;  -- "JUDG"
COMMIT;
