import { PolkadotLedger } from './ledger.js'
import { createPolkadotApi, idOf } from './polkadotApi.js'
import { createRuntime } from './runtime.js'

/** What an account is given: free coins, of which so many may not be spent, and so many that it has reserved. */
export interface PolkadotGift {
  readonly address: string
  readonly amount: bigint
  readonly frozen?: bigint | undefined
  readonly reserved?: bigint | undefined
}

/** The node without its port. */
export interface PolkadotNode {
  readonly genesisHash: string
  readonly fetch: (request: Request) => Response | Promise<Response>
  give(gift: PolkadotGift): void
  /** Ends so many blocks in which nothing happens. */
  pass(blocks: number): void
}

export async function createNode(): Promise<PolkadotNode> {
  const ledger = new PolkadotLedger(await createRuntime())
  const genesisHash = ledger.hashOf(0)
  if (!genesisHash) throw new Error('The ledger begins with no block.')
  return {
    genesisHash,
    fetch: createPolkadotApi(ledger).fetch,
    give: ({ address, ...given }) => ledger.give({ ...given, id: idOf(address) }),
    pass(blocks) {
      for (let each = 0; each < blocks; each++) ledger.pass()
    },
  }
}
