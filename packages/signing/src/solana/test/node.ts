import { base58, base64 } from '@scure/base'
import { type AnswerServer, startAnswerServer } from '../../test/answerServer.js'
import { lookupTableProgram, token2022Program, tokenProgram } from '../programs.js'
import { me, mine, mint, other, table, theirs } from './transactions.js'

/** An account as a node gives it. */
export interface NodeAccount {
  readonly owner: string
  readonly data: readonly [string, 'base64']
  readonly lamports: number
}

/** For tests. The part of a Solana node that the wallet calls, with two token accounts and a lookup table. */
export interface TestNode extends AnswerServer {
  readonly accounts: Map<string, NodeAccount>
  /** In lamports. */
  balance: number
  /** The transactions that were sent, in base64. */
  readonly sent: readonly string[]
}

export async function startTestNode(): Promise<TestNode> {
  const accounts = new Map<string, NodeAccount>([
    [mine, tokenAccount({ owner: me, amount: 10_000_000n })],
    [theirs, tokenAccount({ owner: other })],
    [
      table,
      account(lookupTableProgram, [new Uint8Array(56), ...[other, theirs, mint].map((each) => base58.decode(each))]),
    ],
  ])
  const sent: string[] = []
  const answers: Readonly<Record<string, (first: never) => unknown>> = {
    getBalance: () => ({ value: node.balance }),
    getFeeForMessage: () => ({ value: 5_000 }),
    getMultipleAccounts: (addresses: readonly string[]) => ({
      value: addresses.map((address) => accounts.get(address) ?? null),
    }),
    sendTransaction(wire: string) {
      sent.push(wire)
      return base58.encode(base64.decode(wire).subarray(1, 65))
    },
  }
  const server = await startAnswerServer(({ body }) => {
    const { method, params } = JSON.parse(body)
    const answer = answers[method]
    const result = answer ? { result: Reflect.apply(answer, undefined, params) } : { error: { message: 'No method.' } }
    return { status: 200, text: JSON.stringify({ jsonrpc: '2.0', id: 1, ...result }) }
  })
  const node: TestNode = { ...server, accounts, balance: 5_000_000_000, sent }
  return node
}

export const account = (owner: string, parts: readonly Uint8Array[], lamports = 2_039_280): NodeAccount => ({
  ...{ owner, lamports },
  data: [base64.encode(Uint8Array.from(parts.flatMap((part) => [...part]))), 'base64'],
})

export const tokenAccount = ({
  owner,
  amount = 0n,
  of = mint,
  closer,
  spender,
  lamports,
}: {
  readonly owner: string
  readonly amount?: bigint
  readonly of?: string
  /** The account that may close it in its owner's place. */
  readonly closer?: string
  /** May take all that there ever is. */
  readonly spender?: string
  readonly lamports?: number
}): NodeAccount => {
  const rest = new Uint8Array(101)
  const view = new DataView(rest.buffer)
  view.setBigUint64(0, amount, true)
  view.setUint8(44, 1)
  if (closer !== undefined) {
    view.setUint32(65, 1, true)
    rest.set(base58.decode(closer), 69)
  }
  if (spender !== undefined) {
    view.setUint32(8, 1, true)
    rest.set(base58.decode(spender), 12)
    view.setBigUint64(57, 2n ** 64n - 1n, true)
  }
  return account(tokenProgram, [base58.decode(of), base58.decode(owner), rest], lamports)
}

/** A mint (Token-2022) that keeps so many hundredths of a percent of what is moved, and at most so much. */
export function taxingMint({ points, most }: { readonly points: number; readonly most: bigint }): NodeAccount {
  const [kindAt, extensionAt, length] = [165, 166, 108]
  const data = new Uint8Array(extensionAt + 4 + length)
  const view = new DataView(data.buffer)
  data[kindAt] = 1
  view.setUint16(extensionAt, 1, true)
  view.setUint16(extensionAt + 2, length, true)
  for (const at of [extensionAt + 76, extensionAt + 94]) {
    view.setBigUint64(at + 8, most, true)
    view.setUint16(at + 16, points, true)
  }
  return account(token2022Program, [data])
}
