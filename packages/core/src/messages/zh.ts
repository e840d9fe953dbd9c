import { chinese } from './locales.js'
import type { Sentences } from './sentences.js'
import { account } from './zh/account.js'
import { connect } from './zh/connect.js'
import { payments } from './zh/payments.js'

/** Chinese, in simplified characters, all of it. */
export const zh: Sentences = { ...account, ...chinese.button, ...connect, ...payments }
