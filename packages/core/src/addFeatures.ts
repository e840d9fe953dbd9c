import type { FoyerContext } from './context.js'
import { FeatureFailedError, FeatureNameTakenError, ViewNameTakenError } from './errors/feature.js'
import type { KitEvents } from './events/event.js'
import type { Feature } from './feature/feature.js'
import type { FeatureName } from './features.js'
import * as features from './features.js'
import type { AttemptKinds } from './state/attempt.js'
import type { ViewName } from './state/viewParams.js'
import { keysOf } from './store/keysOf.js'
import { addViews, type ViewRules } from './view/views.js'

/** Adds to a kit its own features, and then those of packages. Of the latter one that has a name of another is reported and left out, and a rule that throws is reported. */
export function addFeatures(kit: FoyerContext): void {
  const taken = new Set(own)
  for (const feature of Object.values<Feature>(features)) addViews(kit, feature)
  for (const each of kit.options.customFeatures ?? [])
    try {
      const { feature } = each
      claim(taken, feature)
      addViews(kit, { ...feature, views: guarded(feature.views, kit.report) })
    } catch (error) {
      kit.report(error)
    }
}

interface Named {
  readonly what: 'view' | 'attempt' | 'event'
  readonly name: string
}

const namesIn = ({
  views,
  attempts = [],
  events = [],
}: Pick<Feature, 'views' | 'attempts' | 'events'>): readonly Named[] => [
  ...Object.keys(views).map((name) => ({ what: 'view', name }) as const),
  ...attempts.map((name) => ({ what: 'attempt', name }) as const),
  ...events.map((name) => ({ what: 'event', name }) as const),
]

const keyOf = ({ what, name }: Named): string => `${what} ${name}`

/** @throws ViewNameTakenError · FeatureNameTakenError: nothing is claimed then */
function claim(taken: Set<string>, feature: Feature): void {
  const wanted = namesIn(feature)
  for (const each of wanted) {
    if (!taken.has(keyOf(each))) continue
    const { what, name } = each
    throw what === 'view' ? new ViewNameTakenError({ view: name }) : new FeatureNameTakenError({ what, name })
  }
  for (const each of wanted) taken.add(keyOf(each))
}

/** The entries of the kit's features under one of their headings. */
type Listed<What extends 'attempts' | 'events'> = {
  [Name in FeatureName]: (typeof features)[Name] extends Readonly<Record<What, readonly (infer Each)[]>> ? Each : never
}[FeatureName]

/** The names that are the kit's own: what is declared and listed by no feature is lacking here, and doesn't compile. */
const kinds: Readonly<Record<Exclude<keyof AttemptKinds, Listed<'attempts'>>, true>> = {
  connect: true,
  switch: true,
  sign: true,
  call: true,
  replace: true,
}

const events: Readonly<Record<Exclude<keyof KitEvents, Listed<'events'>>, true>> = {
  MODAL_CREATED: true,
  INITIALIZE: true,
  MODAL_OPEN: true,
  MODAL_CLOSE: true,
  CLICK_WALLET_HELP: true,
  CLICK_NETWORK_HELP: true,
  CLICK_GET_WALLET: true,
  CLICK_NETWORKS: true,
  SELECT_WALLET: true,
  SWITCH_NETWORK: true,
  CONNECT_SUCCESS: true,
  CONNECT_ERROR: true,
  DISCONNECT_SUCCESS: true,
  DISCONNECT_ERROR: true,
}

/** The views that come with no feature. */
const views: { readonly [Name in ViewName]?: Readonly<Record<string, never>> } = {
  ConnectingExternal: {},
  ConnectingMultiChain: {},
  ConnectingWalletConnect: {},
  ConnectingWalletConnectBasic: {},
  WhatIsAWallet: {},
  GetWallet: {},
  Downloads: {},
  Account: {},
  AccountSettings: {},
  SwitchAddress: {},
  Networks: {},
  WhatIsANetwork: {},
  SwitchNetwork: {},
  SwitchActiveChain: {},
  UnsupportedChain: {},
  Receipt: {},
}

/** The names that are the kit's own, and its features'. */
const own: ReadonlySet<string> = new Set(
  [{ views, attempts: keysOf(kinds), events: keysOf(events) }, ...Object.values<Feature>(features)].flatMap((each) =>
    namesIn(each).map(keyOf),
  ),
)

/** The rules of a stranger's views: one that throws decides nothing. */
function guarded(views: Feature['views'], report: (error: unknown) => void): Feature['views'] {
  return Object.fromEntries(
    Object.entries(views).map(([view, rules]: [string, ViewRules]) => {
      const decide = <T>(rule: keyof ViewRules, ask: () => T): T | undefined => {
        try {
          return ask()
        } catch (cause) {
          report(new FeatureFailedError({ view, rule, cause }))
          return undefined
        }
      }
      const safe: ViewRules = {
        attempt: (here) => decide('attempt', () => rules.attempt?.(here)),
        next: (here, before) => decide('next', () => rules.next?.(here, before)),
        appears: (now, before) => decide('appears', () => rules.appears?.(now, before)),
        isHeld: (here) => decide('isHeld', () => rules.isHeld?.(here)) ?? false,
        closesOnceConnected: rules.closesOnceConnected,
        covers: rules.covers,
        saysEnds: rules.saysEnds,
      }
      return [view, safe]
    }),
  )
}
