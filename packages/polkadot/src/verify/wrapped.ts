const [before, after] = ['<Bytes>', '</Bytes>']

/** A message as wallets sign it: between marks, so that none is a transaction. One that stands between them already isn't put there again. */
export const wrapped = (message: string): string =>
  message.startsWith(before) && message.endsWith(after) && message.length >= before.length + after.length
    ? message
    : `${before}${message}${after}`
