import { base58, base64 } from '@scure/base'
import { type AnswerServer, startAnswerServer } from '../../test/answerServer.js'
import { lookupTableProgram, tokenProgram } from '../programs.js'
import { mine, mint, other, table, theirs } from './transactions.js'

/** For tests. The part of a Solana node that the wallet calls, with two token accounts and a lookup table. */
export interface TestNode extends AnswerServer {
  /** In lamports. */
  balance: number
  /** The transactions that were sent, in base64. */
  readonly sent: readonly string[]
}

export async function startTestNode(): Promise<TestNode> {
  const accounts = new Map([
    [mine, tokenAccount(other)],
    [theirs, tokenAccount(other)],
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
  const node: TestNode = { ...server, balance: 5_000_000_000, sent }
  return node
}

const account = (owner: string, parts: readonly Uint8Array[]) => ({
  owner,
  data: [base64.encode(Uint8Array.from(parts.flatMap((part) => [...part]))), 'base64'],
})

const tokenAccount = (owner: string) =>
  account(tokenProgram, [base58.decode(mint), base58.decode(owner), new Uint8Array(101)])
