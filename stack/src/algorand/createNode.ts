import { createAlgodApi } from './algodApi.js'
import { type AlgorandGift, AlgorandLedger, type AssetGift, genesisHash } from './ledger.js'

/** The node without its port. */
export interface AlgorandNode {
  /** base64 */
  readonly genesisHash: string
  readonly fetch: (request: Request) => Response | Promise<Response>
  give(gift: AlgorandGift): void
  giveAsset(gift: AssetGift): void
  pass(rounds: number): void
}

export function createNode(): AlgorandNode {
  const ledger = new AlgorandLedger()
  return {
    genesisHash: genesisHash.toString('base64'),
    fetch: createAlgodApi(ledger).fetch,
    give: (gift) => ledger.give(gift),
    giveAsset: (gift) => ledger.giveAsset(gift),
    pass: (rounds) => ledger.pass(rounds),
  }
}
