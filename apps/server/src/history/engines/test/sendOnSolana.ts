import { createPrivateKey, sign } from 'node:crypto'
import type { StartedSolana } from '@foyer/stack'
import * as v from 'valibot'

/** An instruction, with accounts that are written to marked so. */
export interface Instruction {
  readonly program: string
  readonly accounts: readonly { readonly address: string; readonly isWritten: boolean }[]
  readonly bytes: Buffer
}

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The 32 bytes of an address or a block's hash. */
function bytesOf(text: string): Buffer {
  const number = [...text].reduce((sum, letter) => sum * 58n + BigInt(letters.indexOf(letter)), 0n)
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
}

/** Asks the chain. */
export async function askSolana(chain: StartedSolana, method: string, params: readonly unknown[]): Promise<unknown> {
  const answer = await fetch(chain.url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = v.parse(v.object({ result: v.unknown(), error: v.unknown() }), {
    result: undefined,
    error: undefined,
    ...v.parse(v.looseObject({}), await answer.json()),
  })
  if (error !== undefined) throw new Error(`${method} was refused: ${JSON.stringify(error)}`)
  return result
}

const Newest = v.object({ value: v.object({ blockhash: v.string() }) })

/** Signs and sends a transaction in the oldest format, paid for by its only signer. @returns its signature */
export async function sendOnSolana({
  chain,
  payer,
  instruction: { program, accounts, bytes },
}: {
  chain: StartedSolana
  payer: { readonly address: string; readonly secretKey: string }
  instruction: Instruction
}): Promise<string> {
  const written = accounts.filter(({ isWritten, address }) => isWritten && address !== payer.address)
  const read = accounts.filter(({ isWritten, address }) => !isWritten && address !== payer.address)
  const keys = [payer.address, ...[...written, ...read].map(({ address }) => address), program]
  const { blockhash } = v.parse(Newest, await askSolana(chain, 'getLatestBlockhash', [])).value
  const message = Buffer.concat([
    Buffer.from([1, 0, read.length + 1, keys.length]),
    ...keys.map(bytesOf),
    bytesOf(blockhash),
    Buffer.from([1, keys.length - 1, accounts.length, ...accounts.map(({ address }) => keys.indexOf(address))]),
    Buffer.from([bytes.length]),
    bytes,
  ])
  // A key of Ed25519 in PKCS #8 is its 32 bytes behind these.
  const wrapped = Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    Buffer.from(payer.secretKey, 'hex'),
  ])
  const signature = sign(null, message, createPrivateKey({ key: wrapped, format: 'der', type: 'pkcs8' }))
  const transaction = Buffer.concat([Buffer.from([1]), signature, message]).toString('base64')
  return v.parse(v.string(), await askSolana(chain, 'sendTransaction', [transaction, { encoding: 'base64' }]))
}

/** The system program's transfer of lamports. */
export function transferLamports({ from, to, lamports }: { from: string; to: string; lamports: bigint }): Instruction {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt32LE(2, 0)
  bytes.writeBigUInt64LE(lamports, 4)
  const accounts = [from, to].map((address) => ({ address, isWritten: true }))
  return { program: '1'.repeat(32), accounts, bytes }
}

export interface TransferTokens {
  program: string
  source: string
  mint: string
  destination: string
  owner: string
  amount: bigint
  decimals: number
}

/** A token program's checked transfer. */
export function transferTokens({
  program,
  source,
  mint,
  destination,
  owner,
  amount,
  decimals,
}: TransferTokens): Instruction {
  const bytes = Buffer.alloc(10)
  bytes.writeUInt8(12, 0)
  bytes.writeBigUInt64LE(amount, 1)
  bytes.writeUInt8(decimals, 9)
  const accounts = [
    { address: source, isWritten: true },
    { address: mint, isWritten: false },
    { address: destination, isWritten: true },
    { address: owner, isWritten: true },
  ]
  return { program, accounts, bytes }
}
