# bash completion for guomi

_guomi()
{
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words="" path="" i w
    local key="--key-file --key-fd --key --key-format"
    local backends="portable aesni avx2 gfni-avx2 avx512 ifma"
    COMPREPLY=()

    # The command, and for some a second word.
    for ((i = 1; i < COMP_CWORD; i++)); do
        w=${COMP_WORDS[i]}
        case $w in
        --backend) ((i++)) ;;
        -*) ;;
        *)
            case $path in
            "" | help) path=$w ;;
            sm4 | zuc | kdf) path="$path $w" ; break ;;
            *) break ;;
            esac
            ;;
        esac
    done

    case $prev in
    --backend) words=$backends ;;
    --key-format) words="hex base64 raw" ;;
    --padding) words="pkcs7 iso7816 x923 zero none" ;;
    --mode)
        case $path in
        "sm4 mac") words="cmac cbcmac gmac" ;;
        zuc\ *) words="stream gxm mur" ;;
        *) words="ecb cbc cfb cfb8 cfb1 ofb ctr bc ofbnlf xts xts-gb gcm ccm hctr" ;;
        esac
        ;;
    --key-file | --password-file | --tag-out | -o | --output)
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        return
        ;;
    --key | --key-fd | --password-fd | --iv | --aad | --tag | --verify | --salt | --info | -n | --bytes | --length | \
        --bits | --iterations | --max-iterations | --sector | --first-unit | --tag-length | --mac-length | --only | \
        --count | --bearer | --direction | --message-bits)
        return
        ;;
    esac

    if [[ -z $words ]]; then
        case $path in
        "") words="sm3 hmac sm4 zuc kdf encrypt decrypt rand cpu bench version help --backend --help --version" ;;
        help) words="sm3 hmac sm4 zuc kdf encrypt decrypt rand cpu bench version" ;;
        sm4) words="enc dec mac help --help" ;;
        zuc) words="enc dec mac eea3 eia3 help --help" ;;
        kdf) words="pbkdf2 hkdf sm2 help --help" ;;
        *)
            if [[ $cur != -* ]]; then
                compopt -o filenames 2>/dev/null
                mapfile -t COMPREPLY < <(compgen -f -- "$cur")
                return
            fi
            words="--help --backend"
            case $path in
            sm3) words+=" --binary --check --ignore-missing --quiet --status --strict --tag --text --warn --zero" ;;
            hmac) words+=" $key --mac-length --verify --check --ignore-missing --quiet --status --strict --warn" ;;
            "sm4 enc") words+=" $key --mode --iv --aad --padding --sector --first-unit --tag-length --tag-out --output --force" ;;
            "sm4 dec") words+=" $key --mode --iv --aad --padding --sector --first-unit --tag-length --tag --output --force" ;;
            "sm4 mac") words+=" $key --mode --iv --mac-length --verify" ;;
            "zuc enc") words+=" $key --mode --bits --iv --aad --tag-length --tag-out --output --force" ;;
            "zuc dec") words+=" $key --mode --bits --iv --aad --tag-length --tag --output --force" ;;
            "zuc mac") words+=" $key --bits --iv --mac-length --message-bits --verify" ;;
            "zuc eea3") words+=" $key --count --bearer --direction --message-bits --output --force" ;;
            "zuc eia3") words+=" $key --count --bearer --direction --message-bits --verify" ;;
            "kdf pbkdf2") words+=" --password-file --password-fd --confirm --salt --iterations --length --hex --base64 --raw --output --force" ;;
            "kdf hkdf") words+=" $key --salt --info --length --hex --base64 --raw --output --force" ;;
            "kdf sm2") words+=" $key --bits --length --hex --base64 --raw --output --force" ;;
            encrypt) words+=" --password --password-file --password-fd --iterations --output --force" ;;
            decrypt) words+=" --password --password-file --password-fd --max-iterations --output --force" ;;
            rand) words+=" --bytes --hex --base64 --raw --output --force" ;;
            cpu) words+=" --json" ;;
            bench) words+=" --only --bytes --quick --json" ;;
            esac
            ;;
        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}

complete -F _guomi guomi
