import { alert as sentences } from '../messages/en/alert.js'
import { say } from '../messages/say.js'
import { type Alert, alertSentences } from './alerts.js'
import { KitAlertError } from './KitAlertError.js'

/** Tells the developer of an alert, in the longer sentence: on the console and through `onError`, whether or not the modal is open. */
export function tellAlert({
  alert: { key, values },
  report,
}: {
  readonly alert: Alert
  readonly report: (error: unknown) => void
}): void {
  const message = say(sentences, alertSentences[key].long, { network: '', origin: '', ...values })
  console.error(message)
  report(new KitAlertError({ key, message }))
}
