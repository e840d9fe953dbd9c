import type { Output } from '@foyer/core/wire'
import { writtenSettings } from '@foyer/page/settings'
import { NetworkSchema } from '@foyer/signing'
import * as v from 'valibot'

/** The settings that the server writes into the page. */
const Settings = v.object({
  /** The relay's URL. */
  relay: v.string(),
  /** The project id that the relay requires. */
  projectId: v.string(),
  networks: v.array(NetworkSchema),
  /** A public phrase, whose accounts have coins on the local chains; without it none is offered. */
  knownPhrase: v.optional(v.string()),
})
export type WalletSettings = Output<typeof Settings>

/** Reads what the server wrote into the page. @throws where it is missing or incomplete */
export function readSettings(page: Document): WalletSettings {
  return v.parse(Settings, JSON.parse(writtenSettings(page)))
}
