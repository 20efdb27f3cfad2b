/** What went wrong, in `code`; the names are those of the C library. */
export class GuomiError extends Error {
    constructor(code, message) {
        super(message);
        this.name = 'GuomiError';
        this.code = code;
    }
}

const statuses = {
    '-1': ['ERR_ARGUMENT', 'an argument is outside its range'],
    '-2': ['ERR_STATE', 'the object is not in a state that allows the call'],
    '-3': ['ERR_BUFFER', 'there is not enough room'],
    '-4': ['ERR_ENCODING', 'this is not the expected encoding'],
    '-5': ['ERR_KEY', 'the key is not valid'],
    '-6': ['ERR_VERIFY', 'a tag, a padding or a signature is wrong'],
    '-7': ['ERR_RANDOM', 'the platform gave no randomness'],
    '-8': ['ERR_UNSUPPORTED', 'this build or this engine cannot do it'],
};

/** The error of a status of the C library that is not 0. */
export function errorOf(status, what) {
    const [code, text] = statuses[status] ?? ['ERR_STATE', 'unknown status ' + status];
    return new GuomiError(code, what === undefined ? text : what + ': ' + text);
}

export function badArgument(message) {
    return new GuomiError('ERR_ARGUMENT', message);
}
