# bash completion for guomi

_guomi()
{
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words="" path="" i w
    local key="--key-file --key-fd --key --key-format"
    local password="--password-file --password-fd --max-iterations"
    local orders="asn1 c1c3c2 c1c2c3 c1c3c2-compressed c1c2c3-compressed c1c3c2-no04 c1c2c3-no04"
    local signatures="der raw hex base64 der-hex raw-base64"
    local target="--format --no-password --iterations --prf"
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
            sm2 | sm9) path="$path $w" ; [[ $w == convert ]] || break ;;
            sm4 | zuc | kdf | "sm2 convert" | "sm9 convert") path="$path $w" ; break ;;
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
        sm9\ *) words="xor ecb cbc ofb cfb xor-hmac hybrid" ;;
        *) words="ecb cbc cfb cfb8 cfb1 ofb ctr bc ofbnlf xts xts-gb gcm ccm hctr" ;;
        esac
        ;;
    --role) words="initiator responder" ;;
    --prf) words="sm3 sm3-gm" ;;
    --order)
        case $path in
        sm9\ *) words="asn1 c1c3c2" ;;
        *) words=$orders ;;
        esac
        ;;
    --hid) words="sign exchange encrypt" ;;
    --for) words="sign encrypt" ;;
    --structure) words="asn1 sequence" ;;
    --from)
        case $path in
        "sm2 convert ciphertext") words=$orders ;;
        *) words=$signatures ;;
        esac
        ;;
    --format)
        case $path in
        "sm2 sign" | "sm2 verify" | "sm2 recover" | "sm2 convert signature") words=$signatures ;;
        "sm9 sign" | "sm9 convert signature") words="der raw hex base64" ;;
        sm9\ *) words="pem der base64 hex raw" ;;
        *) words="pem der hex base64 raw sec1" ;;
        esac
        ;;
    -k | --key-file | --password-file | --new-password-file | --tag-out | -o | --output | --public-out | -r | --recipient | \
        -i | --identity | -s | --signature | --ephemeral | --peer | --peer-ephemeral | --confirmation-out | \
        -m | --master | --sm9-master | --ephemeral-out | --point-out)
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        return
        ;;
    --id | --id-hex | --peer-id | --peer-id-hex | --peer-confirmation | --peer-point | --to | --to-hex | --new-password-fd | \
        --key | --key-fd | --password-fd | --iv | --aad | --tag | --verify | --salt | --info | -n | --bytes | --length | \
        --bits | --iterations | --max-iterations | --sector | --first-unit | --tag-length | --mac-length | --only | \
        --count | --bearer | --direction | --message-bits)
        return
        ;;
    esac

    if [[ -z $words ]]; then
        case $path in
        "") words="sm2 sm3 hmac sm4 sm9 zuc kdf encrypt decrypt rand cpu bench version help --backend --help --version" ;;
        help) words="sm2 sm3 hmac sm4 sm9 zuc kdf encrypt decrypt rand cpu bench version" ;;
        sm2) words="keygen pubkey inspect convert sign verify encrypt decrypt exchange recover help --help" ;;
        "sm2 convert" | "sm9 convert") words="key signature ciphertext help --help" ;;
        sm4) words="enc dec mac help --help" ;;
        sm9) words="setup extract inspect convert sign verify encrypt decrypt exchange help --help" ;;
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
            "sm2 keygen") words+=" --password-file --password-fd $target --public-out --output --force" ;;
            "sm2 pubkey") words+=" $password --format --compressed --output --force" ;;
            "sm2 inspect") words+=" $password" ;;
            "sm2 convert key") words+=" $password $target --new-password-file --new-password-fd --compressed --output --force" ;;
            "sm2 convert signature") words+=" --format --from --output --force" ;;
            "sm2 convert ciphertext") words+=" --order --from --hex --base64 --raw --output --force" ;;
            "sm2 sign") words+=" --key-file --key-fd $password --id --id-hex --digest --deterministic --format --output --force" ;;
            "sm2 verify") words+=" --signature --key-file --key-fd --id --id-hex --digest --format" ;;
            "sm2 encrypt") words+=" --key-file --key-fd --order --hex --base64 --raw --output --force" ;;
            "sm2 decrypt") words+=" --key-file --key-fd $password --order --output --force" ;;
            "sm2 exchange")
                words+=" --role --ephemeral --peer --peer-ephemeral --key-file --key-fd $password --id --id-hex --peer-id"
                words+=" --peer-id-hex --confirmation-out --peer-confirmation --length --hex --base64 --raw --output --force"
                ;;
            "sm2 recover") words+=" --signature --format --compressed" ;;
            "sm9 setup") words+=" --for --password-file --password-fd $target --public-out --output --force" ;;
            "sm9 extract")
                words+=" --key-file --key-fd --for --id --id-hex --hid $password --new-password-file --new-password-fd $target"
                words+=" --output --force"
                ;;
            "sm9 inspect") words+=" --id --id-hex --hid --master $password --public-out --force" ;;
            "sm9 convert key")
                words+=" --for --master --structure $password $target --new-password-file --new-password-fd --output --force"
                ;;
            "sm9 convert signature") words+=" --format --output --force" ;;
            "sm9 convert ciphertext") words+=" --order --mode --hex --base64 --raw --output --force" ;;
            "sm9 sign") words+=" --key-file --key-fd --master $password --format --output --force" ;;
            "sm9 verify") words+=" --signature --master --id --id-hex --hid" ;;
            "sm9 encrypt") words+=" --master --id --id-hex --hid --mode --order --hex --base64 --raw --output --force" ;;
            "sm9 decrypt") words+=" --key-file --key-fd --id --id-hex $password --mode --output --force" ;;
            "sm9 exchange")
                words+=" --role --master --peer-id --peer-id-hex --hid --ephemeral-out --point-out --key-file --key-fd --id"
                words+=" --id-hex $password --ephemeral --peer-point --confirmation-out --peer-confirmation --length --hex"
                words+=" --base64 --raw --output --force"
                ;;
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
            encrypt) words+=" --recipient --to --to-hex --sm9-master --password --password-file --password-fd --iterations --output --force" ;;
            decrypt) words+=" --identity --password --password-file --password-fd --max-iterations --output --force" ;;
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
