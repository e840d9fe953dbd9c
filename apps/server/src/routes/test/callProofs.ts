/** A test that holds a call to its budget: its file below `apps/server/src`, and its title as it stands there. */
interface CallProof {
  readonly file: string
  readonly title: string
}

const ceremoniesByNetwork =
  '[F2] what a network begins at ten times its budget leaves 20 rows and 20 mails, and another network begins meanwhile'
const deletionsOfAccount = '[F2] a deletion is asked for three times a day by an account, whoever else asks for theirs'
const mailboxOfChange = '[F2] those of a stranger who changes to a mailbox day and night lock its owner out of no login'

/** The calls that `callBudgets.test.ts` doesn't drive itself, as other tests drive them. Nothing in the product imports this. */
export const callProofs: Readonly<Record<string, readonly CallProof[]>> = {
  '/login/v1/codes/verify': [
    {
      file: 'login/logins.test.ts',
      title: '[F2] fifty wrong codes a day stop the known browser that guessed, and nobody else of its network',
    },
    {
      file: 'login/codeBudgets.test.ts',
      title:
        '[F2] a thousand wrong codes in ten minutes, wherever they come from, stop new devices, but no known one and none that is where the person’s were',
    },
    {
      file: 'login/limits.test.ts',
      title: 'beyond a hundred of a person’s is forgotten, the one first that wasn’t seen for longest',
    },
  ],
  '/login/v1/emails/change': [
    {
      file: 'login/emailChanges.test.ts',
      title:
        'one to the own mailbox is had once in 30 seconds and five times an hour, and takes nothing from its logins',
    },
    { file: 'login/emailChanges.test.ts', title: mailboxOfChange },
    {
      file: 'login/codeBudgets.test.ts',
      title: '[F2] one network sends an address one change of its own and one once more, and 20 addresses an hour',
    },
  ],
  '/login/v1/emails/verify': [
    {
      file: 'login/emailChanges.test.ts',
      title: 'one takes five tries, counts once, in its life, and for its newest mail alone',
    },
    { file: 'login/emailChanges.test.ts', title: mailboxOfChange },
  ],
  '/keeper/v1/ceremonies': [
    { file: 'keeper/budgets.test.ts', title: ceremoniesByNetwork },
    {
      file: 'keeper/attacks.test.ts',
      title: '[F2] is written to once in 30 seconds and five times an hour, whichever devices ask',
    },
    {
      file: 'keeper/attacks.test.ts',
      title:
        '[F2] is written to once an hour for a network that none of its person’s devices came from, and three times for all of those',
    },
  ],
  '/keeper/v1/socials': [
    {
      file: 'keeper/budgets.test.ts',
      title:
        '[F2] a network proves 20 social accounts an hour, whichever devices it makes, and another its own meanwhile',
    },
    {
      file: 'socials/providerShares.test.ts',
      title:
        'beside %s that have a provider asked as fast as they can for a day, it is asked no more than it allows, and for another network still',
    },
  ],
  '/keeper/v1/continue': [
    {
      file: 'keeper/lockout.test.ts',
      title:
        '[F2] a known browser continues to 20 sites an hour and 60 a day; its mails and rows are bounded, and another person’s continues meanwhile',
    },
  ],
  '/keeper/v1/emails/change': [
    { file: 'keeper/emailChanges.test.ts', title: 'three a day of a person are sent, and three a day to an address' },
    {
      file: 'keeper/lockout.test.ts',
      title:
        '[F2] those of three accounts that change to an address leave its login alone; a network has one of them an hour',
    },
  ],
  '/keeper/v1/emails/state': [
    { file: 'keeper/emailChanges.test.ts', title: 'three a day of a person are sent, and three a day to an address' },
  ],
  '/keeper/v1/deletions/ask': [{ file: 'keeper/budgets.test.ts', title: deletionsOfAccount }],
  '/keeper/v1/deletions/cancel': [{ file: 'keeper/budgets.test.ts', title: deletionsOfAccount }],
}
