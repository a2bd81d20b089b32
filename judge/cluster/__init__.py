"""Another place where judging finds workers: takes the address of a scheduler, returns `Workers`. It never knows what
a verdict means, and believes no station. Dask loads `judge.cluster.preload` by that name."""

from typing import TYPE_CHECKING

from judge.door import door

if TYPE_CHECKING:
    from judge.cluster.crew import ClusterCrew
    from judge.cluster.serve import serve_station
    from judge.cluster.stations import examine_stations
else:
    __getattr__ = door(__name__)
