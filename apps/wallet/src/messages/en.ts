import { headlineSentences } from '@foyer/core/messages'
import { ownAccountSentences, requestSentences } from '@foyer/signing/sentences'
import { armingSentences } from './armingSentences.js'
import { codeSentences } from './codeSentences.js'
import { dashboardSentences } from './dashboardSentences.js'
import { elsewhereSentences } from './elsewhereSentences.js'
import { loginSentences } from './loginSentences.js'
import { openedSentences } from './openedSentences.js'
import { pageSentences } from './pageSentences.js'
import { receiptSentences } from './receiptSentences.js'
import { windowSentences } from './windowSentences.js'
import { wordSentences } from './wordSentences.js'

/** All that the wallet says in English: what languages are compared with. What describes a request comes with what reads one, so that no page loads both. */
export const english = {
  ...requestSentences,
  ...ownAccountSentences,
  ...headlineSentences,
  ...pageSentences,
  ...armingSentences,
  ...elsewhereSentences,
  ...wordSentences,
  ...loginSentences,
  ...openedSentences,
  ...receiptSentences,
  ...windowSentences,
  ...dashboardSentences,
  ...codeSentences,
}
