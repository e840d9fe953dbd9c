import { createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto'

/** A secret key that nobody has: 32 bytes in hex. */
export const newSolanaKey = (): string => randomBytes(32).toString('hex')

/** Asks the local Solana, and reads nothing of the answer. @throws Error with what the chain said */
export async function askSolana(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer: { readonly result?: unknown; readonly error?: { readonly message: string } } = await response.json()
  if (answer.error) throw new Error(answer.error.message)
  return answer.result
}

/** What an account holds, in lamports. */
export async function lamportsOf(url: string, address: string): Promise<number> {
  return Number(Reflect.get(Object(await askSolana(url, 'getBalance', [address])), 'value'))
}

/** What an account holds of a token, in its smallest unit. */
export async function tokensOf({
  url,
  mint,
  owner,
}: {
  readonly url: string
  readonly mint: string
  readonly owner: string
}): Promise<string> {
  const answer = await askSolana(url, 'getTokenAccountsByOwner', [owner, { mint }, { encoding: 'jsonParsed' }])
  const { value }: { readonly value: readonly TokenAccount[] } = JSON.parse(JSON.stringify(answer))
  return value[0]?.account.data.parsed.info.tokenAmount.amount ?? '0'
}

interface TokenAccount {
  readonly account: {
    readonly data: { readonly parsed: { readonly info: { readonly tokenAmount: { readonly amount: string } } } }
  }
}

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** An address that nobody has paid yet. */
export function newSolanaAddress(): string {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  let rest = BigInt(`0x${Buffer.from(x, 'base64url').toString('hex')}`)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = `${letters[Number(rest % 58n)]}${text}`
  return text.padStart(32, '1')
}

function bytesIn(text: string, length: number): Buffer {
  let value = 0n
  for (const letter of text) value = value * 58n + BigInt(letters.indexOf(letter))
  return Buffer.from(value.toString(16).padStart(2 * length, '0'), 'hex')
}

/** Did the account sign the message? As Node's own cryptography has it. */
export function isSolanaSignature({
  message,
  signature,
  account,
}: {
  readonly message: string
  readonly signature: string
  readonly account: string
}): boolean {
  const key = { kty: 'OKP', crv: 'Ed25519', x: bytesIn(account, 32).toString('base64url') }
  return verify(null, Buffer.from(message), createPublicKey({ key, format: 'jwk' }), bytesIn(signature, 64))
}
