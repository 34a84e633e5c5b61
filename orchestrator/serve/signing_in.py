"""The organiser's sign-in and sign-out."""

import asyncio
from collections.abc import Sequence
from typing import Any

from orchestrator.serve.pages import Page
from orchestrator.serve.password import matches
from orchestrator.serve.settings import Settings

_FORM = """\
<section><form method="post">{token}
<label>The organiser's password
<input type="password" name="password" autocomplete="current-password" required autofocus></label>
<button class="main">Sign in</button></form>
<p role="alert">{message}</p></section>"""


def routes(settings: Settings) -> Sequence[tuple[str, type[Page], dict[str, Any]]]:
    """Return the routes of signing in and out."""
    return [("/sign-in", SignIn, {"serving": settings}), ("/sign-out", SignOut, {"serving": settings})]


class SignIn(Page):
    """The form for the password; a right one starts a session of half a day, which the next start ends."""

    open_to_all = True
    burst = 8
    per_second = 0.2

    def get(self) -> None:
        """Show the form."""
        self._show()

    async def post(self) -> None:
        """Start the session."""
        given = self.get_body_argument("password", "", strip=False)
        loop = asyncio.get_running_loop()
        # In a thread, because it takes a while on purpose.
        if self.serving.password and not await loop.run_in_executor(
            None, matches, given, self.serving.password
        ):
            self.set_status(403)
            self._show("This is not the password.")
            return
        secure = self.serving.encrypted
        self.set_signed_cookie(
            "organiser", "1", expires_days=None, httponly=True, samesite="Strict", secure=secure
        )
        self.redirect(self.application.settings["navigation"][0][0])

    def _show(self, message: str = "") -> None:
        self.send_page("Sign in", _FORM.format(token=self.xsrf_form_html(), message=message))


class SignOut(Page):
    """The end of a session."""

    def post(self) -> None:
        """End the session in this browser."""
        self.clear_cookie("organiser")
        self.redirect("/sign-in")
