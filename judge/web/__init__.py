"""The judge on the web: a site for a class or a contest, from the one store. Nothing that a command does is done here
a second time: a page calls what the command calls, and shows it.

    routes      the one table: method, path, who may, handler
    app         for each request, in this order: who asks, how often, and the rule of the route (`auth`, `limits`) - the
                form in bounds, and whether it is ours (`forms`) - the handler, in a thread with a store of its own
                (`stores`): of forms in other threads than of pages, so that pages never wait for who writes - its
                reply as HTTP, or what is said instead (`responses`)
    pages/      the handlers: an `Ask` in, a `Reply` out. A new page is a row of the table, a handler here, and its
                template in reports/templates/web
    hub         pages that fill by themselves: one look at the store for all browsers, server-sent events
    site        where it is served, and which problems: of a course, of a contest, or all; when each is due
    snapshots   what is found once for all who look: leaderboards, who of a class has a bonus, the queue
    serving     the web process, which keeps off cores that time; `operations` says how it does, not for whom
    processes   the one over all others starts it, and the judges beside it, starts again what ends, and keeps the port

The judges are processes of their own (`judging.queue`). They and the web meet in the store alone, so each may be
killed at any moment: what was accepted is there, and is judged once.
"""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.web.processes import run_part, serve_site
    from judge.web.site import Settings
else:
    __getattr__ = door(__name__)
