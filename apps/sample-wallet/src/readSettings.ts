import { writtenSettings } from '@foyer/page/settings'
import * as v from 'valibot'
import type { WalletSettings } from './settings.js'
import { NetworkSchema } from './walletNetwork.js'

const Settings: v.GenericSchema<unknown, WalletSettings> = v.object({
  relay: v.string(),
  projectId: v.string(),
  networks: v.array(NetworkSchema),
  knownPhrase: v.optional(v.string()),
})

/** Reads what the server wrote into the page. @throws where it isn't there whole */
export function readSettings(page: Document): WalletSettings {
  return v.parse(Settings, JSON.parse(writtenSettings(page)))
}
