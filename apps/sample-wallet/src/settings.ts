import type { Output } from '@foyer/core/wire'
import { writtenSettings } from '@foyer/page/settings'
import { NetworkSchema } from '@foyer/signing'
import * as v from 'valibot'

const CosmosChain = v.object({ prefix: v.string(), denom: v.string(), gasPrice: v.string() })

/** The settings that the server writes into the page. */
const Settings = v.object({
  /** The relay's URL. */
  relay: v.string(),
  /** The project id that the relay requires. */
  projectId: v.string(),
  networks: v.array(NetworkSchema),
  /** Of chains of Cosmos that aren't known by their ids, by CAIP-2 id: how their addresses begin, and their coin. */
  cosmosChains: v.optional(v.record(v.string(), CosmosChain)),
  /** Chains of Polkadot's that are as another is, which is known: its CAIP-2 id, by theirs. */
  polkadotChains: v.optional(v.record(v.string(), v.string())),
  /** A public phrase, whose accounts have coins on the local chains; without it none is offered. */
  knownPhrase: v.optional(v.string()),
})
export type WalletSettings = Output<typeof Settings>

/** Reads what the server wrote into the page. @throws where it is missing or incomplete */
export function readSettings(page: Document): WalletSettings {
  return v.parse(Settings, JSON.parse(writtenSettings(page)))
}
