"""Another place where judging finds workers: takes the address of a scheduler, returns `Workers`. It never knows what
a verdict means, and believes no station. Dask loads `judge.cluster.preload` by that name.

Dask carries bytes to a worker and back, queues, gives work to who is idle, and runs anew what a lost worker had
(client.py, dispatch.py). It can't know these:

    fleet.py       which machines may be compared: of one class and speed, with the same judge and box
    jobs.py        which attempts belong together: all from one station, made again elsewhere where others disturbed it
    message.py     what a report must look like. It comes as bytes: a pickle would run what a liar has put in
    dispatch.py    who is blamed for a task that several workers may have had; tried again, it is at one alone
    stations.py    who is silent while its connection stands: Dask waits five minutes for a heartbeat, a run can't; and
                   whose heart beats, but who leaves its orders undone

So two of its means are not used. `retries=` runs a task anew before anybody hears that it failed: at the same station,
which may be the liar, with nobody blamed. `resources=` leaves the choice of the worker to the scheduler, and what a
submission needs is brought to an address before its order: so an order names the addresses that may do it.
"""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.cluster.crew import ClusterCrew
    from judge.cluster.serve import serve_station
    from judge.cluster.stations import examine_stations
else:
    __getattr__ = door(__name__)
