import { isNetworkId } from '@foyer/core/chain'
import { writtenSettings } from '@foyer/page/settings'
import * as v from 'valibot'
import { type DemoSettings, demoLocales, demoPages, demoThemes } from './settings.js'

const Settings: v.GenericSchema<unknown, DemoSettings> = v.object({
  page: v.picklist(demoPages),
  api: v.string(),
  secureOrigin: v.string(),
  relay: v.string(),
  projectId: v.string(),
  chains: v.array(
    v.object({
      id: v.number(),
      name: v.string(),
      url: v.string(),
      tokens: v.array(v.object({ symbol: v.string(), name: v.string(), decimals: v.number(), address: v.string() })),
    }),
  ),
  networks: v.array(
    v.object({
      caipNetworkId: v.pipe(v.string(), v.guard(isNetworkId)),
      name: v.string(),
      nativeCurrency: v.object({ name: v.string(), symbol: v.string(), decimals: v.number() }),
      url: v.string(),
      cosmos: v.optional(v.object({ prefix: v.string(), denom: v.string(), gasPrice: v.string() })),
    }),
  ),
  customWallets: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      homepage: v.optional(v.string()),
      image_url: v.optional(v.string()),
      mobile_link: v.optional(v.string()),
      webapp_link: v.optional(v.string()),
    }),
  ),
  locale: v.picklist(demoLocales),
  theme: v.picklist(demoThemes),
  embedded: v.boolean(),
  analytics: v.boolean(),
  signIn: v.boolean(),
  families: v.boolean(),
})

/** Reads what the server wrote into the page. @throws where it isn't there whole */
export function readSettings(page: Document): DemoSettings {
  return v.parse(Settings, JSON.parse(writtenSettings(page)))
}
