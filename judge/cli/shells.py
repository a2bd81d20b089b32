"""The scripts of `judge completion`, and how each shell asks. They take the place of click's, which lose words.

What click's do not do: complete `--problem=NAME`, files below `~` in fish, help with a comma in it in fish, a zsh whose
completion was never started, and a judge that is called by its path.
"""

from __future__ import annotations

from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete, add_completion_class

_BASH = """\
%(complete_func)s() {
    local type value called=${1/#~\\//$HOME/}
    type -P "$called" >/dev/null || called=%(prog_name)s
    COMPREPLY=()
    while IFS=, read -r type value; do
        case $type in
            plain) COMPREPLY+=("$value") ;;
            file) compopt -o default ;;
        esac
    done < <(COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD %(complete_var)s=bash_complete \\
        "$called" 2>/dev/null)
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""

# What is called may be an alias: then it is the judge of PATH that is asked.
# -U takes the words as they are: they need not begin as what is typed does (tl is TLE).
_ZSH = """\
#compdef %(prog_name)s

%(complete_func)s() {
    local -a response names described
    local type value help option called=${(Q)~words[1]}
    whence -p $called >/dev/null || called=%(prog_name)s
    [[ $PREFIX == --*=* ]] && option=${PREFIX%%%%=*}=
    response=("${(@f)$(COMP_WORDS="${words[*]}" COMP_CWORD=$((CURRENT - 1)) %(complete_var)s=zsh_complete \\
        $called 2>/dev/null)}")
    for type value help in "${(@)response}"; do
        case $type in
            file) compset -P "$option"; _path_files -f ;;
            plain) [[ $help == _ ]] && names+=("$value") || described+=("$value:$help") ;;
        esac
    done
    (( $#described )) && _describe -V %(prog_name)s described -U
    (( $#names )) && compadd -U -V %(prog_name)s -P "$option" -a names
    (( compstate[nmatches] ))
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    %(complete_func)s "$@"
else
    (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
    compdef %(complete_func)s %(prog_name)s
fi
"""

_FISH = """\
function %(complete_func)s
    set -l token (commandline -ct | string collect)
    set -l words (commandline -cp | string collect)
    set -l option (string replace -rf '^(--[^=]+=).*' '$1' -- "$token")
    set -l called (string replace -r '^~/' $HOME/ -- (commandline -opc)[1])
    for line in (COMP_WORDS="$words" COMP_CWORD="$token" %(complete_var)s=fish_complete command $called 2>/dev/null)
        set -l item (string split -m 1 , -- $line)
        switch $item[1]
            case plain
                printf '%%s\\n' "$option$item[2]"
            case file
                complete -C"'' $token"
        end
    end
end

complete --no-files --keep-order --command %(prog_name)s --arguments "(%(complete_func)s)"
"""


class _Bash(BashComplete):
    """Bash takes `--case=deep` for three words: they are put together again."""

    source_template = _BASH

    def get_completion_args(self) -> tuple[list[str], str]:
        words, begun = super().get_completion_args()
        args: list[str] = []
        for word in words:
            if args and (word == "=" or _waits(args[-1])):
                args[-1] += word
            else:
                args.append(word)
        return (args[:-1], args[-1] + begun) if args and _waits(args[-1]) else (args, begun)


def _waits(word: str) -> bool:
    """Say whether this is an option up to its value, as in `--case=`."""
    return word.startswith("--") and word.endswith("=")


class _Zsh(ZshComplete):
    source_template = _ZSH


class _Fish(FishComplete):
    source_template = _FISH


SHELLS: dict[str, type[ShellComplete]] = {"bash": _Bash, "zsh": _Zsh, "fish": _Fish}
for _kind in SHELLS.values():
    add_completion_class(_kind)  # click asks it when _JUDGE_COMPLETE is set
