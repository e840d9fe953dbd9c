import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { launchOptions, releasedBrowser, unpartitionedArgs } from './launchOptions.js'

/** What a browser does with the storage of a frame under another site: refuses it, keeps it apart for each site, or shares it. */
export const profiles = ['blocked', 'partitioned', 'shared'] as const
export type Profile = (typeof profiles)[number]

/** Preferences of Chromium by which a frame of another site has the storage of its own site. */
const sharing = { profile: { cookie_controls_mode: 0, block_third_party_cookies: false } }

/**
 * A browser with a profile of its own, which a second launch finds again.
 * @example
 * const context = await launchProfile({ profile: 'partitioned', directory: testInfo.outputPath('profile') })
 */
export async function launchProfile({
  profile,
  directory,
  locale,
  blocksPopups = false,
}: {
  readonly profile: Profile
  readonly directory: string
  /** The language that its visitor reads. */
  readonly locale?: string | undefined
  /** Whether a window is opened by a press alone, as for visitors; a shell of the browser opens each. */
  readonly blocksPopups?: boolean | undefined
}): Promise<BrowserContext> {
  if (profile === 'shared') {
    await mkdir(join(directory, 'Default'), { recursive: true })
    await writeFile(join(directory, 'Default/Preferences'), JSON.stringify(sharing))
  }
  return chromium.launchPersistentContext(directory, {
    ...launchOptions,
    // It alone reads the preferences by which storage is refused or shared.
    executablePath: releasedBrowser,
    ...(locale && { locale }),
    ...(blocksPopups && { ignoreDefaultArgs: ['--disable-popup-blocking'] }),
    args: profile === 'partitioned' ? launchOptions.args : unpartitionedArgs,
  })
}

/** A browser each of whose contexts refuses a frame's storage, as a profile that blocks it does; they share its processes. */
export const launchBlocking = (): Promise<Browser> =>
  chromium.launch({ ...launchOptions, executablePath: releasedBrowser, args: unpartitionedArgs })

/** A browser on a screen as dense as a telephone's: what a context emulates reaches no frame of another site. */
export const launchDense = (): Promise<Browser> =>
  chromium.launch({
    ...launchOptions,
    args: [...launchOptions.args, `--force-device-scale-factor=${phone.deviceScaleFactor}`],
  })

/** A context of it, with fingers alone. */
export const phone = { hasTouch: true, deviceScaleFactor: 3 } as const
