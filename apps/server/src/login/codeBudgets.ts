import type { Budgets } from '@foyer/service/budget/budget'
import { networkOf } from '@foyer/service/budget/clientAddress'
import { createWindows, type Share, takeEach, waitOfEach } from '@foyer/service/budget/limit'
import { mailboxOf } from '@foyer/service/budget/mailboxOf'
import { loginLimits } from './loginLimits.js'
import { refuseCodes, type TooManyCodesError } from './refusals.js'

/** The asker of a code, or of a try. */
export interface Asker {
  readonly person: string
  /** its public signing key */
  readonly device: string
  /** as `clientKey` gives it: an address, or a /64 */
  readonly client: string
  /** whether the device is new to the person */
  readonly isNew: boolean
  /** whether a device of the person's came from the asker's network before */
  readonly isNearby: boolean
}

/** The purpose of a code, and the person to whose mailbox it goes. */
export type CodePurpose =
  /** a login of a device that the person has, or that the keeper has confirmed */
  | { readonly is: 'login' }
  /** a change of the address, to the mailbox that the wallet has */
  | { readonly is: 'changeFrom' }
  /** the same to another mailbox; once more of the same change, or not */
  | { readonly is: 'changeTo'; readonly mailbox: string; readonly isAgain: boolean }

/** The budgets of codes that are sent and that are wrong. Each is closed while what nodes share is away. @see F2 */
export interface CodeBudgets {
  /** Takes a code to be sent. @throws {@link TooManyCodesError} */
  takeCode(asker: Asker, purpose: CodePurpose): Promise<void>
  /** Refuses who guessed too often, before anything is compared. @throws {@link TooManyCodesError} */
  refuseGuesser(asker: Asker): Promise<void>
  /** Counts a wrong code against the browser that tried it. */
  countWrong(asker: Asker): Promise<void>
}

export function createCodeBudgets({ budgets }: { readonly budgets: Budgets }): CodeBudgets {
  const windowOf = createWindows(budgets)
  const share = (limit: keyof typeof loginLimits, key: string): Share => [windowOf(loginLimits[limit]), key]
  // A known device, and any device where one of the person's came from, is stopped by its own guesses alone: what others guess locks no one out.
  const guesses = ({ device, client, isNew, isNearby }: Asker): readonly Share[] => {
    const own = share('wrongOfDevice', device)
    return isNew && !isNearby ? [own, share('wrongOfNetwork', networkOf(client)), share('wrongOfAll', '')] : [own]
  }
  const refuseGuesser = async (asker: Asker) => refuseCodes(await waitOfEach(guesses(asker)))
  const sharesOf = ({ person, device, client, isNew, isNearby }: Asker, purpose: CodePurpose): readonly Share[] => {
    const [own, network] = [`${person} ${device}`, networkOf(client)]
    if (purpose.is === 'changeFrom') return [share('changeFromHour', own), share('changeFromPause', own)]
    if (purpose.is === 'changeTo') {
      const { isAgain } = purpose
      const mailbox = mailboxOf(purpose.mailbox)
      const all = [share('changeNetwork', network), share('changeHour', mailbox), share('changePause', mailbox)]
      if (isNearby) return all
      const one = share(isAgain ? 'changeAgain' : 'changeOne', `${mailbox} ${network}`)
      return [...all, share('changeStrangers', mailbox), one]
    }
    const mine = [share('ownHour', own), share('ownPause', own)]
    if (!isNew) return mine
    const mailbox = mailboxOf(person)
    const all = [share('newNetwork', network), share('newHour', mailbox), share('newPause', mailbox), ...mine]
    return isNearby ? all : [...all, share('newStrangers', mailbox)]
  }
  return {
    refuseGuesser,
    async takeCode(asker, purpose) {
      await refuseGuesser(asker)
      refuseCodes(await takeEach(sharesOf(asker, purpose)))
    },
    async countWrong(asker) {
      // What stops no known device counts none of its guesses: anyone has as many of those as they like, and would stop everyone's new ones.
      await Promise.all(guesses(asker).map(([budget, key]) => budget.take({ key })))
    },
  }
}
