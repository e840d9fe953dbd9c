import type { RunAttemptParameters } from './attempt/runAttempt.js'
import { runAttempt as run } from './attempt/runAttempt.js'
import type { CustomFeature } from './config/options.js'
import { contextOf } from './context.js'
import { FeatureFailedError, FeatureNameTakenError, ViewNameTakenError } from './errors/connection.js'
import type { KitEvent, KitEvents } from './events/event.js'
import { type Feature, featureOf } from './feature/feature.js'
import type { FeatureName } from './features.js'
import * as features from './features.js'
import type { Foyer } from './foyer.js'
import type { AttemptKinds } from './state/attempt.js'
import { keysOf } from './store/keysOf.js'
import { addViews, type ViewKit, type ViewRules } from './view/views.js'

export type { CustomFeature, Feature }

/**
 * Makes a feature of a package beside the kit: it is described as the kit's own are, and `customFeatures` adds it. A name that is taken, and a rule that throws, are reported to
 * `onError`; the kit stays as it was.
 *
 * @example
 * const loyalty = defineFeature({ feature: 'loyalty', views: { Points: {} }, attempts: ['redeem'], events: ['POINTS_REDEEMED'], load: () => import('./points.js') })
 * createFoyer({ …, features: { loyalty: true }, customFeatures: [loyalty] })
 */
export function defineFeature(feature: Feature): CustomFeature {
  return {
    option: feature.feature,
    add(kit) {
      try {
        claim(kit, feature)
        addViews(kit, { ...feature, views: guarded(feature.views, kit.report) })
      } catch (error) {
        kit.report(error)
      }
    },
  }
}

/** Runs an attempt of a feature, from its start to whichever end comes first; the store shows it all along. @throws as the kit's own: what the task threw, as one of the kit's errors; AbortedError; RequestTimeoutError */
export const runAttempt = <T, R>(foyer: Foyer, parameters: RunAttemptParameters<T, R>): Promise<R> =>
  run(contextOf(foyer), parameters)

/** Emits an event of a feature. */
export const emitEvent = (foyer: Foyer, event: KitEvent): void => contextOf(foyer).track(event)

/** What the features that were added to a kit have for their own. */
class Claimed {
  readonly names = new Map<string, Feature>()
}

/** @throws ViewNameTakenError · FeatureNameTakenError: nothing is claimed then */
function claim({ rooms }: Pick<ViewKit, 'rooms'>, feature: Feature): void {
  const present = rooms.get(Claimed)
  const { names } = present instanceof Claimed ? present : new Claimed()
  const { views, attempts = [], events = [] } = feature
  for (const view of Object.keys(views)) if (featureOf(features, view)) throw new ViewNameTakenError({ view })
  const wanted = [
    ...attempts.map((name) => ({ what: 'attempt', name }) as const),
    ...events.map((name) => ({ what: 'event', name }) as const),
  ]
  for (const each of wanted)
    if (own.has(each.name) || (names.get(each.name) ?? feature) !== feature) throw new FeatureNameTakenError(each)
  for (const { name } of wanted) names.set(name, feature)
  rooms.set(Claimed, Object.assign(new Claimed(), { names }))
}

/** What the kit's features list under one of their headings. */
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

/** The names that are the kit's own, and its features'. */
const own: ReadonlySet<string> = new Set([
  ...keysOf({ ...kinds, ...events }),
  ...Object.values<Feature>(features).flatMap((each) => [...(each.attempts ?? []), ...(each.events ?? [])]),
])

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
        covers: rules.covers,
        saysEnds: rules.saysEnds,
      }
      return [view, safe]
    }),
  )
}
