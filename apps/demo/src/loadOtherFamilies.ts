import type { Adapter } from '@foyer/core'
import type { DemoSettings } from './settings.js'

/** The adapters beside the usual ones, whose code is fetched where the visitor chose them. */
export async function loadOtherFamilies(settings: DemoSettings): Promise<readonly Adapter[]> {
  return settings.families ? (await import('./otherFamilies.js')).otherFamilies(settings) : []
}
