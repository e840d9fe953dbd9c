import type { Log } from '../log/createLog.js'
import type { MailQueue } from '../mail/mailQueue.js'
import type { Metrics } from '../metrics/metrics.js'
import type { KeeperBase } from './base.js'
import { sendBy, settleMail } from './lateMails.js'
import { writeMail } from './letters.js'
import type { OwedLetter } from './owing.js'

export interface SendLetterParameters extends Pick<KeeperBase, 'orm' | 'clock'> {
  readonly walletOrigin: string
  readonly mails: Pick<MailQueue, 'add'>
  readonly metrics: Pick<Metrics, 'noted'>
  readonly log: Pick<Log, 'warn'>
}

/**
 * Sends what a ceremony owes its mailbox, and writes down how that went. What can't be written down is sent a second time once the node is taken for gone: better
 * twice than not at all.
 */
export function createSendLetter({ orm, clock, walletOrigin, mails, metrics, log }: SendLetterParameters) {
  return ({ ceremony, link }: OwedLetter): void => {
    if (ceremony.owes === null) return
    metrics.noted({ occasion: ceremony.owes })
    const settled = async (outcome: 'sent' | 'refused' | 'failed') => {
      await settleMail({ orm, clock, ceremony, outcome }).catch((error: unknown) =>
        log.warn({ error }, 'how a mail went was not written down'),
      )
    }
    const mail = writeMail({ about: ceremony, is: ceremony.owes, link, walletOrigin })
    if (mail === null) void settled('refused')
    else mails.add(mail, { sendBy: sendBy(ceremony), settled })
  }
}
