import { chainId, TezosLedger } from './ledger.js'
import { createOctezApi } from './octezApi.js'

/** The node without its port. */
export interface TezosNode {
  readonly chainId: string
  readonly fetch: (request: Request) => Response | Promise<Response>
  give(gift: TezosGift): void
  pass(blocks: number): void
}

/** What an account is given, in the smallest unit. */
export interface TezosGift {
  readonly address: string
  readonly amount: bigint
}

export function createNode(): TezosNode {
  const ledger = new TezosLedger()
  return {
    chainId,
    fetch: createOctezApi(ledger).fetch,
    give: (gift) => ledger.give(gift),
    pass: (blocks) => ledger.pass(blocks),
  }
}
