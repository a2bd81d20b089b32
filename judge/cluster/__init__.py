"""Another place where judging finds workers: takes the address of a scheduler, returns `Workers`. It never knows what
a verdict means, and believes no station. Dask loads `judge.cluster.preload` by that name."""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.cluster.address import Address, read_address, security_for
    from judge.cluster.client import connected, dashboard
    from judge.cluster.crew import ClusterCrew
    from judge.cluster.fleet import Wanted
    from judge.cluster.local import local_cluster
    from judge.cluster.serve import run_station
    from judge.cluster.stations import Stations
else:
    __getattr__ = door(__name__)
