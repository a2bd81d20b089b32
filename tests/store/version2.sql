BEGIN TRANSACTION;
CREATE TABLE batch (
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
INSERT INTO "batch" VALUES(1,'submit','pkg','b4939c4cc23ff18b3fc13a26efb6793cec032715f1838ee89629e25ecd9a0733','40a297128eea806f31bed321540ee1bafdfc534fbb8a594f6839a041950d31c8','0.1.0','dc8974e17b18842bae1a386f08c4ab414bbe7f96fb5e7543241b6e389092fed9','','',1700000001.0);
INSERT INTO "batch" VALUES(2,'submit','pkg','b4939c4cc23ff18b3fc13a26efb6793cec032715f1838ee89629e25ecd9a0733','40a297128eea806f31bed321540ee1bafdfc534fbb8a594f6839a041950d31c8','0.1.0','548586d76bfc5e419d9d588053c541ebdd2f13cb709858a48199d1991e62ab62','','',1700000004.0);
INSERT INTO "batch" VALUES(3,'submit','pkg','b4939c4cc23ff18b3fc13a26efb6793cec032715f1838ee89629e25ecd9a0733','40a297128eea806f31bed321540ee1bafdfc534fbb8a594f6839a041950d31c8','0.1.0','8509cd73aa418ddb5baf060f336a528912b0ef6fb90e0f0f60b7d6d06300164b','','',1700000007.0);
CREATE TABLE decision (
    batch INTEGER PRIMARY KEY REFERENCES batch,
    word TEXT NOT NULL CHECK (word IN ('applied', 'cancelled')),
    at_s REAL NOT NULL
);
CREATE TABLE ground (
    id INTEGER PRIMARY KEY,
    problem TEXT NOT NULL,
    package TEXT NOT NULL,
    limits TEXT NOT NULL,
    clock TEXT NOT NULL CHECK (clock IN ('cpu', 'wall')),
    boxed INTEGER NOT NULL,     -- 0: in the plain tier, where a submission can forge what it likes
    UNIQUE (problem, package, limits, boxed, clock)
);
INSERT INTO "ground" VALUES(1,'pkg','b4939c4cc23ff18b3fc13a26efb6793cec032715f1838ee89629e25ecd9a0733','40a297128eea806f31bed321540ee1bafdfc534fbb8a594f6839a041950d31c8','cpu',1);
INSERT INTO "ground" VALUES(2,'pkg','b4939c4cc23ff18b3fc13a26efb6793cec032715f1838ee89629e25ecd9a0733','40a297128eea806f31bed321540ee1bafdfc534fbb8a594f6839a041950d31c8','wall',1);
CREATE TABLE host (digest TEXT PRIMARY KEY, facts TEXT NOT NULL);
INSERT INTO "host" VALUES('dc8974e17b18842bae1a386f08c4ab414bbe7f96fb5e7543241b6e389092fed9','{"sandbox":"namespaces","enforced":[],"missing":[],"clock":"cgroup","system":"Linux","python":"3.11","numba":"0.63","cores":2}');
INSERT INTO "host" VALUES('548586d76bfc5e419d9d588053c541ebdd2f13cb709858a48199d1991e62ab62','{"sandbox":"namespaces","enforced":[],"missing":[],"clock":"cgroup","system":"Linux","python":"3.11","numba":"0.63","cores":64}');
INSERT INTO "host" VALUES('8509cd73aa418ddb5baf060f336a528912b0ef6fb90e0f0f60b7d6d06300164b','{"sandbox":"namespaces","enforced":[],"missing":[],"clock":"process","system":"Linux","python":"3.11","numba":"0.63","cores":2}');
CREATE TABLE judgement (
    id INTEGER PRIMARY KEY,
    batch INTEGER NOT NULL REFERENCES batch,
    owner TEXT NOT NULL,        -- the student, or the name given with --as
    sha256 TEXT NOT NULL REFERENCES source,
    kind TEXT NOT NULL,         -- what beside the bytes decides how it is run: the ending, of a Java file the name
    paper TEXT NOT NULL,        -- the rest of the Submission as JSON
    replaces INTEGER REFERENCES judgement,  -- in a regrade: the one that this is to stand for
    begun_s REAL NOT NULL
);
INSERT INTO "judgement" VALUES(1,1,'ann','49915e0d7d4b402e3017d010bc1c0e83cac6c797d6c16e66340fe3268693a6a1','.py','{"name":"mine","problem":"pkg","contract":"function","path":"mine.py","sha256":"49915e0d7d4b402e3017d010bc1c0e83cac6c797d6c16e66340fe3268693a6a1","expected":["AC"],"fault":null,"words":""}',NULL,1700000002.0);
INSERT INTO "judgement" VALUES(2,2,'bob','81b637d8fcd2c6da6359e6963113a1170de795e4b725b84d1e0b4cfd9ec58ce9','.py','{"name":"mine","problem":"pkg","contract":"function","path":"mine.py","sha256":"81b637d8fcd2c6da6359e6963113a1170de795e4b725b84d1e0b4cfd9ec58ce9","expected":["AC"],"fault":null,"words":""}',NULL,1700000005.0);
INSERT INTO "judgement" VALUES(3,3,'cid','5424626b932a2ff9d191f0982447a979fddd8b4be251e924370cb66900df018e','.py','{"name":"mine","problem":"pkg","contract":"function","path":"mine.py","sha256":"5424626b932a2ff9d191f0982447a979fddd8b4be251e924370cb66900df018e","expected":["AC"],"fault":null,"words":""}',NULL,1700000008.0);
INSERT INTO "judgement" VALUES(4,1,'ann','49915e0d7d4b402e3017d010bc1c0e83cac6c797d6c16e66340fe3268693a6a1','.py','{"name":"mine","problem":"pkg","contract":"function","path":"mine.py","sha256":"49915e0d7d4b402e3017d010bc1c0e83cac6c797d6c16e66340fe3268693a6a1","expected":["AC"],"fault":null,"words":""}',NULL,1700000010.0);
INSERT INTO "judgement" VALUES(5,1,'dan','ec4f2dbb3b140095550c9afbbb69b5d6fd9e814b9da82fad0b34e9fcbe56f1cb','.py','{"name":"mine","problem":"pkg","contract":"function","path":"mine.py","sha256":"ec4f2dbb3b140095550c9afbbb69b5d6fd9e814b9da82fad0b34e9fcbe56f1cb","expected":["AC"],"fault":null,"words":""}',NULL,1700000012.0);
CREATE TABLE outcome (
    id INTEGER PRIMARY KEY,
    judgement INTEGER NOT NULL REFERENCES judgement,
    verdict TEXT NOT NULL,
    points REAL NOT NULL,       -- without meaning where a judge error holds them back: they wait
    faults INTEGER NOT NULL,    -- how often the judge itself failed; with any it is never used again
    prepared TEXT NOT NULL,     -- a Prepared as JSON
    runs BLOB NOT NULL,         -- one Run for each case as JSON, deflated
    at_s REAL NOT NULL
);
INSERT INTO "outcome" VALUES(1,1,'AC',50.0,0,'{"verdict":"AC","wall_s":0.0,"message":"","finding":null,"language":"","startup_s":0.0}',X'785EED52410AC23010FCCB9E83D47AEBAD287EC06391129358039BA424A922A57F77635550C13EC0DE6676939DDD61AA1E7C67A1E841F0A0A000910183C6BBAE251294F02A528163E3BC8E2743C5CD764795B3F2528B48BC5C13154EA6DF848C0A81370F22146280A2DA33B870C49A70B6C8E879DB25BC4CD828E3FCB53E5CA34A6D06819B1613AEFA4F99E790FCD78815037421BEC4D071593F14497DA0658EDA4A6D1B286C87C8C0BAA8C55D917A07C7BD1C3B032DA3D36169E5F11480817D79B69CF26C57CE96BDC72C9FB26C8ED957CC56539EFD7BCCF637D4C180A4',1700000003.0);
INSERT INTO "outcome" VALUES(2,2,'WA',37.5,0,'{"verdict":"AC","wall_s":0.0,"message":"","finding":null,"language":"","startup_s":0.0}',X'785EED534D0BC2300CFD2F391799F3B69B28FE010F1EC618B5ADB390B6A3ED1419FBEFA67E810AEE2478F0F692B479C9E3A5ECC177168A1E040F0A0A10193068BCEB5A0A82125E454A706C9CD7716F28B95CAD2973505E6A11299E2F28144EA6DF848C0A8137B74028C4004559313872C49A7036C9E879DB259C276C9471FE546F4F51A53283C04D8B0997FD2BCDBD49FEA9C58C01BA101F64E8B8AC6F8CC43ED0303B6DA5B60D14B64364605DD4E2C248B5ADE35E5E2B030DA3D36269E4EB2A00037BD36C3AA6D97AFE97ECD966F998647F9BBDD96C36A6D98BCD36C975DFBFCC0BCD4F5C66750605AC80D4',1700000006.0);
INSERT INTO "outcome" VALUES(3,3,'AC',50.0,0,'{"verdict":"AC","wall_s":0.0,"message":"","finding":null,"language":"","startup_s":0.0}',X'785EED52410AC23010FCCB9E83D47AEBAD287EC06391129358039BA424A922A57F77635550C13EC0DE6676939DDD61AA1E7C67A1E841F0A0A000910183C6BBAE251294F02A528163E3BC8E2743C5CD764795B3F2528B48BC5C13154EA6DF848C0A81370F22146280A2DA33B870C49A70B6C8E879DB25BC4CD828E3FCB53E5CA34A6D06819B1613AEFA4F99E790FCD78815037421BEC4D071593F14497DA0658EDA4A6D1B286C87C8C0BAA8C55D917A07C7BD1C3B032DA3D36169E5F11480817D79B69CF26C57CE96BDC72C9FB26C8ED957CC56539EFD7BCCF637D4C180A4',1700000009.0);
INSERT INTO "outcome" VALUES(4,4,'AC',50.0,0,'{"verdict":"AC","wall_s":0.0,"message":"","finding":null,"language":"","startup_s":0.0}',X'785EED52410AC23010FCCB9E8354C54B6F45F1031E4B2969126B609B9424554AE9DFDD581554B00FD0DBCC6E36B33B4C3E80EB0CA40308EE15A4201260503BDBB544BC124E052A70ACADD3E1D45071B73F50E5AC9CD42210CFB6448595719A50A3BCE7F59D0885E821CD0B06178E58124E16093D6FBB88978B4D1C68ACEBCBAA0F2AB61978DEB418713EBCCB3C3E597DFB62CD00AD0F4F31B45C967745521F6999A336529B1A52D321323036687153A45E65B9935367A465743C2CAE3C9D0230B20FCF96739E1DB2BF65AF315BCD59F68FD947CCD6739EFD7ACC8A2B33E480CC',1700000011.0);
INSERT INTO "outcome" VALUES(5,5,'JE',0.0,4,'{"verdict":"AC","wall_s":0.0,"message":"","finding":null,"language":"","startup_s":0.0}',X'785EED52410AC23010FCCB9E8354BDF526A807AF1E4B29318935B0494A922A52FA7737B60A2AD807E86D6637D9D91DA6E8C0B716F20E040F0A72101930A8BD6B1B224109AF221538D6CEEB7832545C6FF754392B2FB588C4771BA2C2C9F49B905121F07A24422106C88B92C185235684B35946CF9B36E179C24619E7AFD5E11A556A3308DC349870D1BDCB3C862CBE8D58324017E2530C1D97D5A848EA3D2D73D4566A5B436E5B4406D6452DEE8AD43B38EEE5D0E969199D0E4B2B0FA700F4ECC3B3F99467FBD5DFB2D7982DA62CFBC7EC2366CB29CF7E3D66E50DB4B480FC',1700000013.0);
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    judgement INTEGER NOT NULL REFERENCES judgement,
    facts TEXT NOT NULL
);
INSERT INTO "run" VALUES(1,1,'{"run":{"case":"c0","group":"secret","algorithm":"DFS","verdict":"AC","code":"","message":"","cells":[],"wall_s":0.0,"cpu_s":1.0,"memory_bytes":0,"samples":[{"verdict":"AC","wall_s":2,"cpu_s":1.0,"memory_bytes":3,"lost_s":0.0,"load_cpu_s":0.0}],"finding":null,"notices":[],"board":null},"side":0,"cells":""}');
INSERT INTO "run" VALUES(2,1,'{"run":{"case":"c1","group":"secret","algorithm":"SA","verdict":"AC","code":"","message":"","cells":[],"wall_s":0.0,"cpu_s":1.0,"memory_bytes":0,"samples":[{"verdict":"AC","wall_s":2,"cpu_s":1.0,"memory_bytes":3,"lost_s":0.0,"load_cpu_s":0.0}],"finding":null,"notices":[],"board":null},"side":0,"cells":""}');
INSERT INTO "run" VALUES(3,1,'{"run":{"case":"c2","group":"secret","algorithm":"DFS","verdict":"AC","code":"","message":"","cells":[],"wall_s":0.0,"cpu_s":1.0,"memory_bytes":0,"samples":[{"verdict":"AC","wall_s":2,"cpu_s":1.0,"memory_bytes":3,"lost_s":0.0,"load_cpu_s":0.0}],"finding":null,"notices":[],"board":null},"side":0,"cells":""}');
INSERT INTO "run" VALUES(4,1,'{"run":{"case":"c3","group":"secret","algorithm":"SA","verdict":"AC","code":"","message":"","cells":[],"wall_s":0.0,"cpu_s":1.0,"memory_bytes":0,"samples":[{"verdict":"AC","wall_s":2,"cpu_s":1.0,"memory_bytes":3,"lost_s":0.0,"load_cpu_s":0.0}],"finding":null,"notices":[],"board":null},"side":0,"cells":""}');
INSERT INTO "run" VALUES(5,2,'{"run":{"case":"c0","group":"secret","algorithm":"DFS","verdict":"AC","code":"","message":"","cells":[],"wall_s":0.0,"cpu_s":2.0,"memory_bytes":0,"samples":[{"verdict":"AC","wall_s":2,"cpu_s":2.0,"memory_bytes":3,"lost_s":0.0,"load_cpu_s":0.0}],"finding":null,"notices":[],"board":null},"side":0,"cells":""}');
INSERT INTO "run" VALUES(6,2,'{"run":{"case":"c1","group":"secret","algorithm":"SA","verdict":"AC","code":"","message":"","cells":[],"wall_s":0.0,"cpu_s":2.0,"memory_bytes":0,"samples":[{"verdict":"AC","wall_s":2,"cpu_s":2.0,"memory_bytes":3,"lost_s":0.0,"load_cpu_s":0.0}],"finding":null,"notices":[],"board":null},"side":0,"cells":""}');
INSERT INTO "run" VALUES(7,2,'{"run":{"case":"c2","group":"secret","algorithm":"DFS","verdict":"AC","code":"","message":"","cells":[],"wall_s":0.0,"cpu_s":2.0,"memory_bytes":0,"samples":[{"verdict":"AC","wall_s":2,"cpu_s":2.0,"memory_bytes":3,"lost_s":0.0,"load_cpu_s":0.0}],"finding":null,"notices":[],"board":null},"side":0,"cells":""}');
INSERT INTO "run" VALUES(8,2,'{"run":{"case":"c3","group":"secret","algorithm":"SA","verdict":"WA","code":"","message":"","cells":[],"wall_s":0.0,"cpu_s":2.0,"memory_bytes":0,"samples":[{"verdict":"WA","wall_s":2,"cpu_s":2.0,"memory_bytes":3,"lost_s":0.0,"load_cpu_s":0.0}],"finding":null,"notices":[],"board":null},"side":0,"cells":""}');
INSERT INTO "run" VALUES(9,3,'{"run":{"case":"c0","group":"secret","algorithm":"DFS","verdict":"AC","code":"","message":"","cells":[],"wall_s":0.0,"cpu_s":1.0,"memory_bytes":0,"samples":[{"verdict":"AC","wall_s":2,"cpu_s":1.0,"memory_bytes":3,"lost_s":0.0,"load_cpu_s":0.0}],"finding":null,"notices":[],"board":null},"side":0,"cells":""}');
INSERT INTO "run" VALUES(10,3,'{"run":{"case":"c1","group":"secret","algorithm":"SA","verdict":"AC","code":"","message":"","cells":[],"wall_s":0.0,"cpu_s":1.0,"memory_bytes":0,"samples":[{"verdict":"AC","wall_s":2,"cpu_s":1.0,"memory_bytes":3,"lost_s":0.0,"load_cpu_s":0.0}],"finding":null,"notices":[],"board":null},"side":0,"cells":""}');
INSERT INTO "run" VALUES(11,3,'{"run":{"case":"c2","group":"secret","algorithm":"DFS","verdict":"AC","code":"","message":"","cells":[],"wall_s":0.0,"cpu_s":1.0,"memory_bytes":0,"samples":[{"verdict":"AC","wall_s":2,"cpu_s":1.0,"memory_bytes":3,"lost_s":0.0,"load_cpu_s":0.0}],"finding":null,"notices":[],"board":null},"side":0,"cells":""}');
INSERT INTO "run" VALUES(12,3,'{"run":{"case":"c3","group":"secret","algorithm":"SA","verdict":"AC","code":"","message":"","cells":[],"wall_s":0.0,"cpu_s":1.0,"memory_bytes":0,"samples":[{"verdict":"AC","wall_s":2,"cpu_s":1.0,"memory_bytes":3,"lost_s":0.0,"load_cpu_s":0.0}],"finding":null,"notices":[],"board":null},"side":0,"cells":""}');
INSERT INTO "run" VALUES(13,4,'{"run":{"case":"c0","group":"secret","algorithm":"DFS","verdict":"AC","code":"","message":"","cells":[],"wall_s":0.0,"cpu_s":1.5,"memory_bytes":0,"samples":[{"verdict":"AC","wall_s":2,"cpu_s":1.5,"memory_bytes":3,"lost_s":0.0,"load_cpu_s":0.0}],"finding":null,"notices":[],"board":null},"side":0,"cells":""}');
INSERT INTO "run" VALUES(14,4,'{"run":{"case":"c1","group":"secret","algorithm":"SA","verdict":"AC","code":"","message":"","cells":[],"wall_s":0.0,"cpu_s":1.5,"memory_bytes":0,"samples":[{"verdict":"AC","wall_s":2,"cpu_s":1.5,"memory_bytes":3,"lost_s":0.0,"load_cpu_s":0.0}],"finding":null,"notices":[],"board":null},"side":0,"cells":""}');
INSERT INTO "run" VALUES(15,4,'{"run":{"case":"c2","group":"secret","algorithm":"DFS","verdict":"AC","code":"","message":"","cells":[],"wall_s":0.0,"cpu_s":1.5,"memory_bytes":0,"samples":[{"verdict":"AC","wall_s":2,"cpu_s":1.5,"memory_bytes":3,"lost_s":0.0,"load_cpu_s":0.0}],"finding":null,"notices":[],"board":null},"side":0,"cells":""}');
INSERT INTO "run" VALUES(16,4,'{"run":{"case":"c3","group":"secret","algorithm":"SA","verdict":"AC","code":"","message":"","cells":[],"wall_s":0.0,"cpu_s":1.5,"memory_bytes":0,"samples":[{"verdict":"AC","wall_s":2,"cpu_s":1.5,"memory_bytes":3,"lost_s":0.0,"load_cpu_s":0.0}],"finding":null,"notices":[],"board":null},"side":0,"cells":""}');
INSERT INTO "run" VALUES(17,5,'{"run":{"case":"c0","group":"secret","algorithm":"DFS","verdict":"JE","code":"","message":"","cells":[],"wall_s":0.0,"cpu_s":1.0,"memory_bytes":0,"samples":[{"verdict":"JE","wall_s":2,"cpu_s":1.0,"memory_bytes":3,"lost_s":0.0,"load_cpu_s":0.0}],"finding":null,"notices":[],"board":null},"side":0,"cells":""}');
INSERT INTO "run" VALUES(18,5,'{"run":{"case":"c1","group":"secret","algorithm":"SA","verdict":"JE","code":"","message":"","cells":[],"wall_s":0.0,"cpu_s":1.0,"memory_bytes":0,"samples":[{"verdict":"JE","wall_s":2,"cpu_s":1.0,"memory_bytes":3,"lost_s":0.0,"load_cpu_s":0.0}],"finding":null,"notices":[],"board":null},"side":0,"cells":""}');
INSERT INTO "run" VALUES(19,5,'{"run":{"case":"c2","group":"secret","algorithm":"DFS","verdict":"JE","code":"","message":"","cells":[],"wall_s":0.0,"cpu_s":1.0,"memory_bytes":0,"samples":[{"verdict":"JE","wall_s":2,"cpu_s":1.0,"memory_bytes":3,"lost_s":0.0,"load_cpu_s":0.0}],"finding":null,"notices":[],"board":null},"side":0,"cells":""}');
INSERT INTO "run" VALUES(20,5,'{"run":{"case":"c3","group":"secret","algorithm":"SA","verdict":"JE","code":"","message":"","cells":[],"wall_s":0.0,"cpu_s":1.0,"memory_bytes":0,"samples":[{"verdict":"JE","wall_s":2,"cpu_s":1.0,"memory_bytes":3,"lost_s":0.0,"load_cpu_s":0.0}],"finding":null,"notices":[],"board":null},"side":0,"cells":""}');
CREATE TABLE score (
    id INTEGER PRIMARY KEY,
    outcome INTEGER NOT NULL REFERENCES outcome,
    ground INTEGER NOT NULL REFERENCES ground,
    algorithm TEXT NOT NULL,    -- '' for all cases
    owner TEXT NOT NULL,
    faults INTEGER NOT NULL,    -- with any it is not ranked
    solved INTEGER NOT NULL,
    time_s REAL NOT NULL,       -- of what was solved, by the ground's clock
    since_s REAL NOT NULL,      -- from when on it counts
    replaces INTEGER REFERENCES outcome,    -- of the same submission by the same owner on this ground, judged before
    UNIQUE (outcome, algorithm)
);
INSERT INTO "score" VALUES(1,1,1,'','ann',0,4,4.0,1700000003.0,NULL);
INSERT INTO "score" VALUES(2,1,1,'DFS','ann',0,2,2.0,1700000003.0,NULL);
INSERT INTO "score" VALUES(3,1,1,'SA','ann',0,2,2.0,1700000003.0,NULL);
INSERT INTO "score" VALUES(4,2,1,'','bob',0,3,6.0,1700000006.0,NULL);
INSERT INTO "score" VALUES(5,2,1,'DFS','bob',0,2,4.0,1700000006.0,NULL);
INSERT INTO "score" VALUES(6,2,1,'SA','bob',0,1,2.0,1700000006.0,NULL);
INSERT INTO "score" VALUES(7,3,2,'','cid',0,4,0.0,1700000009.0,NULL);
INSERT INTO "score" VALUES(8,3,2,'DFS','cid',0,2,0.0,1700000009.0,NULL);
INSERT INTO "score" VALUES(9,3,2,'SA','cid',0,2,0.0,1700000009.0,NULL);
INSERT INTO "score" VALUES(10,4,1,'','ann',0,4,6.0,1700000011.0,1);
INSERT INTO "score" VALUES(11,4,1,'DFS','ann',0,2,3.0,1700000011.0,1);
INSERT INTO "score" VALUES(12,4,1,'SA','ann',0,2,3.0,1700000011.0,1);
INSERT INTO "score" VALUES(13,5,1,'','dan',4,0,0.0,1700000013.0,NULL);
INSERT INTO "score" VALUES(14,5,1,'DFS','dan',4,0,0.0,1700000013.0,NULL);
INSERT INTO "score" VALUES(15,5,1,'SA','dan',4,0,0.0,1700000013.0,NULL);
CREATE TABLE secret (id INTEGER PRIMARY KEY CHECK (id = 1), key BLOB NOT NULL);
INSERT INTO "secret" VALUES(1,X'EEA26AC0FEAF97CD12F75218A9B5367D23834E58307AE0C162F8DD3B88AD6EAD');
CREATE TABLE source (sha256 TEXT PRIMARY KEY, main BLOB NOT NULL, files TEXT NOT NULL);
INSERT INTO "source" VALUES('49915e0d7d4b402e3017d010bc1c0e83cac6c797d6c16e66340fe3268693a6a1',X'616E6E','[]');
INSERT INTO "source" VALUES('81b637d8fcd2c6da6359e6963113a1170de795e4b725b84d1e0b4cfd9ec58ce9',X'626F62','[]');
INSERT INTO "source" VALUES('5424626b932a2ff9d191f0982447a979fddd8b4be251e924370cb66900df018e',X'636964','[]');
INSERT INTO "source" VALUES('ec4f2dbb3b140095550c9afbbb69b5d6fd9e814b9da82fad0b34e9fcbe56f1cb',X'64616E','[]');
CREATE INDEX batch_of_problem ON batch (problem, kind, label);
CREATE INDEX judgement_of_batch ON judgement (batch, owner, sha256);
CREATE INDEX judgement_of_source ON judgement (sha256, kind);
CREATE INDEX judgement_of_owner ON judgement (owner, sha256, kind);
CREATE INDEX run_of_judgement ON run (judgement);
CREATE INDEX outcome_of_judgement ON outcome (judgement);
CREATE INDEX score_of_owner ON score (ground, algorithm, owner, faults, solved DESC, time_s);
CREATE INDEX score_replaced ON score (replaces, algorithm);
CREATE VIEW finished AS
SELECT outcome.id AS outcome, judgement.id AS judgement, judgement.owner, judgement.sha256, judgement.kind,
       judgement.paper, batch.problem, batch.package, batch.limits, batch.judge, batch.host,
       batch.kind AS batch_kind, batch.id AS batch, host.facts, decision.word, outcome.faults, outcome.verdict, outcome.points, outcome.prepared,
       outcome.runs, outcome.at_s, max(outcome.at_s, coalesce(decision.at_s, 0)) AS since_s
FROM outcome
JOIN judgement ON judgement.id = outcome.judgement
JOIN batch ON batch.id = judgement.batch
JOIN host ON host.digest = batch.host
LEFT JOIN decision ON decision.batch = batch.id;
CREATE VIEW published AS
SELECT * FROM finished WHERE batch_kind != 'regrade' OR (word = 'applied' AND faults = 0);
CREATE TRIGGER run_stays BEFORE UPDATE ON run BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER run_kept BEFORE DELETE ON run BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER judgement_stays BEFORE UPDATE ON judgement BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER judgement_kept BEFORE DELETE ON judgement BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER outcome_stays BEFORE UPDATE ON outcome BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER outcome_kept BEFORE DELETE ON outcome BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER score_stays BEFORE UPDATE ON score BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER score_kept BEFORE DELETE ON score BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER decision_stays BEFORE UPDATE ON decision BEGIN SELECT raise(ABORT, 'append only'); END;
CREATE TRIGGER decision_kept BEFORE DELETE ON decision BEGIN SELECT raise(ABORT, 'append only'); END;
COMMIT;
PRAGMA application_id = 1247102023;
PRAGMA user_version = 2;
