import type { KitEvents } from '../events/event.js'
import type { AttemptKinds } from '../state/attempt.js'
import type { Route } from '../state/viewState.js'
import { keysOf } from '../store/keysOf.js'
import type { ViewRoom } from '../view/views.js'

/**
 * A feature, described once: its names, its rules, and what switches it on. The file that has it also declares what each name stands for, as a member of `AttemptKinds`,
 * `Features`, `Fetchable`, `KitEvents` or `ViewParams`, so that the kit's unions are those of its features.
 */
export interface Feature extends ViewRoom {
  /** The route to its beginning, for links from elsewhere, as others name none of its views. */
  readonly begins?: Route | undefined
  /** The kinds of attempt that it runs. */
  readonly attempts?: readonly (keyof AttemptKinds)[] | undefined
  /** The events that it emits. */
  readonly events?: readonly (keyof KitEvents)[] | undefined
}

/** The name of the feature that a view comes with; undefined for a common one, and for one of a package. */
export const featureOf = <Name extends string>(
  features: Readonly<Record<Name, Feature>>,
  view: string,
): Name | undefined => keysOf(features).find((name) => Object.hasOwn(features[name].views, view))

declare module '../config/options.js' {
  interface CustomFeature {
    /** The feature itself, as its package describes it. */
    readonly feature: Feature
  }
}
