import type { Sentences } from './sentences.js'
import { account } from './zh/account.js'
import { button } from './zh/button.js'
import { connect } from './zh/connect.js'
import { error } from './zh/error.js'
import { payments } from './zh/payments.js'

/** Chinese, in simplified characters, all of it. */
export const zh: Sentences = { ...account, ...button, ...connect, ...error, ...payments }
