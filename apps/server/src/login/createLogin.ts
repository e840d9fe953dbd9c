import type { Budgets } from '@foyer/service/budget/budget'
import type { Clock } from '@foyer/service/clock'
import type { Orm } from '@foyer/service/db/database'
import type { MailQueue } from '@foyer/service/mail/mailQueue'
import { createOwnersOf } from '@foyer/service/owners/ownerOf'
import { createSealedRows } from '@foyer/service/seal/sealedRows'
import { createSignedCalls, type SignedCalls, spendIn } from '@foyer/service/signedCalls/signedCalls'
import { createSocialProviders } from '@foyer/service/socials/createSocials'
import { usedNonces } from '../db/schema/index.js'
import type { Projects } from '../projects/projects.js'
import { createSiteNames } from '../projects/siteNames.js'
import { createAccessTokens } from './accessTokens.js'
import { type Calling, createCalling } from './calling.js'
import { createCodeBudgets } from './codeBudgets.js'
import { createCodes } from './codes.js'
import { createDeletions, type Deletions } from './deletions.js'
import { createDevices, type Devices } from './devices.js'
import { createDoors, type Doors } from './doors.js'
import { createEmailChanges, type EmailChanges } from './emailChanges.js'
import type { LoginConfig } from './loginConfig.js'
import { createLogins, type Logins } from './logins.js'
import { createNamedSites, type NamedSites } from './namedSites.js'
import { createOwnDoors, type OwnDoors } from './ownDoors.js'
import { createRenewingTokens } from './renewingTokens.js'
import { doorSealing } from './rotateLoginKeys.js'
import { createLoginSessions, type LoginSessions } from './sessions.js'
import { createSocials, type Socials } from './socials.js'
import { createVouching, type Vouching } from './vouching.js'
import { createWallets, type Wallets } from './wallets.js'
import { createWindows, type Windows } from './windows.js'

/** Login by e-mail and at providers, and what wallets are kept by. */
export interface Login {
  readonly logins: Logins
  readonly socials: Socials
  readonly emailChanges: EmailChanges
  readonly sessions: LoginSessions
  readonly wallets: Wallets
  readonly doors: Doors
  readonly ownDoors: OwnDoors
  readonly devices: Devices
  readonly deletions: Deletions
  readonly windows: Windows
  readonly vouching: Vouching
  readonly calling: Calling
  readonly namedSites: NamedSites
}

export interface CreateLoginParameters {
  readonly config: LoginConfig
  readonly orm: Orm
  readonly budgets: Budgets
  readonly projects: Pick<Projects, 'find' | 'list' | 'read'>
  readonly mails: Pick<MailQueue, 'add'>
  readonly now: () => number
  readonly clock: Pick<Clock, 'setTimeout'>
  readonly randomBytes: (length: number) => Uint8Array
  readonly randomUuid: () => string
}

/** Joins the login server's parts; each key is derived for one use from the operator's. */
export function createLogin(parameters: CreateLoginParameters): { login: Login; signedCalls: SignedCalls } {
  const { config, orm, now, budgets, projects, randomBytes } = parameters
  const { keys, keeperKey, origin } = config
  const siteNames = createSiteNames({ projects, origin, now })
  const sessions = {
    ...parameters,
    siteNames,
    ownersOf: createOwnersOf({ keys }),
    accessTokens: createAccessTokens({ keys, now }),
    renewingTokens: createRenewingTokens({ keys }),
  }
  const codes = { codes: createCodes({ keys }), codeBudgets: createCodeBudgets({ budgets }) }
  const spend = spendIn({ orm, table: usedNonces })
  return {
    signedCalls: createSignedCalls({ keys, use: 'login nonce', spend, now, randomBytes }),
    login: {
      logins: createLogins({ ...sessions, ...codes, ...config }),
      socials: createSocials({ ...sessions, ...config, providers: createSocialProviders({ ...config, now }) }),
      sessions: createLoginSessions(sessions),
      emailChanges: createEmailChanges({ ...sessions, ...codes, ...config }),
      wallets: createWallets({ ...parameters, ...config, siteNames }),
      doors: createDoors({ ...parameters, sealedDoors: createSealedRows({ keys, use: doorSealing }) }),
      ownDoors: createOwnDoors({ ...sessions, ...config }),
      devices: createDevices({ ...parameters, ...config }),
      deletions: createDeletions({ ...parameters, ...config }),
      windows: createWindows({ orm, now }),
      vouching: createVouching(parameters),
      calling: createCalling(parameters),
      namedSites: createNamedSites({ siteNames, keeperKey, now }),
    },
  }
}
