import { providerOf } from '@foyer/custody/person'
import { type DashboardSentenceName, sayHere } from '../messages/dashboardSentences.js'
import { providerNames } from '../messages/windowSentences.js'
import type { Dashboard } from './openDashboard.js'

/** The sentences about a mailbox, and those in their place for an account at a provider. */
const ofAccounts = {
  'opens.mail': 'opens.account',
  'opens.mailDoors': 'opens.accountDoors',
  'security.byMail': 'account.lead',
  'security.ready': 'account.ready',
  'security.done': 'account.done',
  'security.mail': 'account.name',
  'security.close': 'account.close',
  'security.knownFirst': 'account.knownFirst',
  'delete.knownFirst': 'account.deleteFirst',
} as const satisfies Partial<Record<DashboardSentenceName, DashboardSentenceName>>

/** A sentence of the way by which the wallet's owner logs in: the mailbox, or an account at a provider. */
export function sayOfWay({ store }: Pick<Dashboard, 'store'>, name: keyof typeof ofAccounts): string {
  const { user } = store.get()
  const provider = providerOf(user?.person ?? '')
  return provider === null
    ? sayHere(name, { email: user?.email ?? '' })
    : sayHere(ofAccounts[name], { provider: providerNames[provider] })
}
