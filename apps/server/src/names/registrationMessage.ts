import { parseUrl } from '@foyer/core/links'
import { RegistrationMessage } from '@foyer/core/wire'
import * as v from 'valibot'
import { isOriginAllowed } from '../projects/origins.js'
import type { Projects } from '../projects/projects.js'
import { FeatureOffError } from '../projects/refusals.js'
import { NameRefusedError } from './refusals.js'

/**
 * Reads what was signed.
 * @throws {@link NameRefusedError}
 */
export function readRegistrationMessage(text: string): RegistrationMessage {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), RegistrationMessage), text)
  if (parsed.success) return parsed.output
  throw new NameRefusedError({ name: 'message', description: "The signed text isn't one that registers a name." })
}

export interface CheckTime {
  message: RegistrationMessage
  windowSeconds: number
  /** milliseconds since 1970 */
  now: number
}

/** @throws {@link NameRefusedError} for a text that was signed too long ago, or is from the future. @see S9.22 */
export function checkTime({ message, windowSeconds, now }: CheckTime): void {
  const ageSeconds = now / 1000 - message.timestamp
  if (ageSeconds > windowSeconds) {
    throw new NameRefusedError({ name: 'timestamp', description: 'This was signed too long ago. Sign again.' })
  }
  if (ageSeconds < -windowSeconds) {
    const description = 'The clock of this device is ahead. Set it right and sign again.'
    throw new NameRefusedError({ name: 'timestamp', description })
  }
}

export interface CheckPage {
  message: RegistrationMessage
  /** the `Origin` that the browser gave the request, where a page sent it */
  origin: string | undefined
  projects: Projects
  /** whether a text that names no project is refused */
  requireProject: boolean
}

/**
 * A text that names its page and project is taken from that page only, and only where the page is one of the project's:
 * signed for one dapp, it is worth nothing to another. What AppKit 1.7.6 has signed names neither.
 * @throws {@link NameRefusedError} · {@link FeatureOffError}
 */
export async function checkPage({ message, origin, projects, requireProject }: CheckPage): Promise<void> {
  const { domain, project: id } = message
  if (domain === undefined && id === undefined && !requireProject) return
  if (domain === undefined || id === undefined) {
    throw new NameRefusedError({ name: 'message', description: "The signed text doesn't say for which page it is." })
  }
  if (origin !== undefined && hostOf(origin) !== domain) {
    throw new NameRefusedError({ name: 'domain', description: 'This was signed for another page.' })
  }
  const project = await projects.find(id)
  const origins = [`https://${domain}`, `http://${domain}`]
  if (project === null || !origins.some((each) => isOriginAllowed({ origin: each, project }))) {
    throw new NameRefusedError({ name: 'project', description: "This page isn't one of the project's." })
  }
  if (project.featuresOff.includes('names')) throw new FeatureOffError({ feature: 'names' })
}

/** @returns null for an opaque origin */
const hostOf = (origin: string): string | null => parseUrl(origin)?.host ?? null
