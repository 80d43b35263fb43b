# Completes the command lines of reporting in fish 3.4 and later.
# The program says what fits at the cursor. Nothing typed and nothing printed is expanded or evaluated.

function __reporting_complete
    set -l word (commandline -ct)
    set -l limit
    command -q timeout; and set limit timeout 3
    set -l found (command $limit reporting __complete (commandline -cp | string collect) 2>/dev/null </dev/null)
    set -q found[1]; or return
    # The words replace the end of the typed one.
    set -l kind (string split -m 1 \t -- $found[1])
    set -l start (string sub -l (math (string length -- "$word") - (string length -- "$kind[2]")) -- "$word")
    set start (string trim -c "\"'" -- "$start")
    set -e found[1]
    switch $kind[1]
        case file
            set found (__fish_complete_path "$kind[2]")
        case directory
            set found (__fish_complete_directories "$kind[2]")
    end
    printf '%s\n' "$start"$found
end

complete -c reporting -f -k -a '(__reporting_complete)'
