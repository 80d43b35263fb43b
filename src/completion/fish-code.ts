/** What the script for fish asks when Tab is pressed. What was typed is compared, and never expanded or evaluated. */
export const FISH_CODE = `# The command that was typed, and behind it how many operands.
function __reporting_typed
    set -l path reporting
    set -l operands 0
    set -l is_value 0
    set -l is_literal 0
    set -l words (commandline -opc)
    set -e words[1]
    for word in $words
        if test $is_value = 1
            set is_value 0
        else if test $is_literal = 0; and string match -q -- '-?*' $word
            switch $word
                case --
                    set is_literal 1
                case '--*'
                    __reporting_takes_value $word; and set is_value 1
                case '*'
                    # Letters behind one hyphen: the first that takes a value takes the rest, or the next word.
                    set -l letters (string split '' -- $word)
                    for index in (seq 2 (count $letters))
                        __reporting_takes_value -$letters[$index]; or continue
                        test $index = (count $letters); and set is_value 1
                        break
                    end
            end
        else
            set -l below
            test $operands = 0; and set below (__reporting_step "$path" $word)
            if test -n "$below"
                set path $below
            else
                set operands (math $operands + 1)
            end
        end
    end
    echo $path
    echo $path $operands
end

# Whether one of these was typed: commands, or commands with the number of operands behind them.
function __reporting_at
    for typed in (__reporting_typed)
        contains -- $typed $argv; and return 0
    end
    return 1
end

function __reporting_profiles
    set -l limit
    command -q timeout; and set limit timeout 3
    command $limit reporting profiles list --format names 2>/dev/null </dev/null | string replace -rf '^([A-Za-z0-9._-]+)$' '$1\\tprofile'
end

function __reporting_profile_list
    set -l typed (commandline -ct | string replace -r -- '^--?[^=]*=' '')
    set -l listed (string match -r -- '^.*,' "$typed")
    for profile in (__reporting_profiles)
        set -l name (string split -f 1 \\t $profile)
        string match -q -- "*,$name,*" ",$listed"; or echo "$listed$profile"
    end
end

function __reporting_time_zones
    echo UTC\\t
    set -l file /usr/share/zoneinfo/zone.tab
    test -r $file; and string replace -rf '^[A-Z]+\\t\\S+\\t([A-Za-z0-9_+/-]+).*' '$1\\t' <$file
end
`;
