"""Personal links and invitations let in whom they are for, once a form was sent; sessions end."""

from __future__ import annotations

from tests.web.sites import TestSite


def link_of(own: TestSite, owner: str, lasts_s: float = 60) -> str:
    with own.store() as store:
        secret, _ = store.credentials.make("link", store.accounts.of(owner), "student", lasts_s, "")
    return f"/in/{secret}"


def test_a_link_that_is_over_lets_nobody_in(own: TestSite) -> None:
    nobody = own.browser("")
    for link in (link_of(own, "ada", -1), "/in/" + "x" * 22):
        assert nobody.get(link).status_code == nobody.post(link).status_code == 404


def test_an_invitation_makes_an_account_of_a_new_id_alone(own: TestSite) -> None:
    with own.store() as store:
        secret, _ = store.credentials.make("invitation", None, "student", 60, "hal", most=1)
    nobody = own.browser("")
    assert nobody.post(f"/in/{secret}", {"id": "ada"}).status_code == 422
    assert nobody.post(f"/in/{secret}", {"id": "../x y"}).status_code == 422
    assert nobody.post(f"/in/{secret}", {"id": "cy", "name": "Cy"}).status_code == 303
    with own.store() as store:
        made = store.accounts.of("cy")
    assert made is not None
    assert (made.role, made.student.name) == ("student", "Cy")
    assert nobody.post(f"/in/{secret}", {"id": "dan"}).status_code == 404, "it was used up"


def test_who_tries_links_keeps_nobody_out_who_has_one(own: TestSite) -> None:
    nobody, link = own.browser(""), link_of(own, "ada")
    tried = (nobody.get(f"/in/{number}").status_code for number in range(10_000))
    assert next(tried) == 404
    assert 429 in tried
    assert (nobody.get(link).status_code, nobody.post(link).status_code) == (200, 303)


def test_a_link_that_is_good_is_not_followed_for_ever(own: TestSite) -> None:
    nobody, link, other = own.browser(""), link_of(own, "ada"), link_of(own, "bob")
    tried = (nobody.get(link).status_code for _ in range(800))
    assert next(tried) == 200
    assert 429 in tried
    assert nobody.get(other).status_code == 200, "each has a bucket"
