import { Button, WalletImage } from '@foyer/parts'
import { type ReactNode, useEffect, useState } from 'react'
import { ArmedButton } from '../arming/ArmedButton.js'
import { WalletError } from '../errors.js'
import { say } from '../messages/say.js'
import { providerNames, sayInWindow } from '../messages/windowSentences.js'
import { RefusedError } from '../servers/servers.js'
import { Message } from '../views/Message.js'
import { type Arrival, ask, bringBack, type Question, type SocialWindowParameters } from './socialWindow.js'

/** The window of a login at a provider: asks before it leads there, so that no page logs a visitor in unseen, and brings back what the provider says. */
export function SocialPage({
  arrival,
  parameters,
}: {
  readonly arrival: Arrival
  readonly parameters: SocialWindowParameters
}): ReactNode {
  const [question, setQuestion] = useState<Question>()
  const [end, setEnd] = useState(arrival.is === 'foreign' ? sayInWindow('social.foreign') : undefined)
  const [isBusy, setBusy] = useState(false)
  const fail = (error: unknown) => setEnd(sentenceOf(error))
  // biome-ignore lint/correctness/useExhaustiveDependencies: A window arrives once.
  useEffect(() => {
    if (arrival.is === 'asked') ask(parameters, arrival.asked).then(setQuestion, fail)
    // A window that may not close itself says that it can be closed.
    if (arrival.is === 'returned') bringBack(parameters, arrival).then(() => setEnd(sayInWindow('social.done')), fail)
  }, [])
  if (end) return <Message title={end} />
  if (!question) return <Message title={say('approve.wait')} />
  const provider = providerNames[question.provider]
  const { host } = new URL(question.site)
  const leave = () => {
    setBusy(true)
    question.leave().then(() => setEnd(sayInWindow('social.over')), fail)
  }
  const go = () => {
    setBusy(true)
    try {
      question.go()
    } catch {
      setEnd(sayInWindow('social.blocked')) // the browser keeps nothing for this window, which wouldn't know its login again
    }
  }
  return (
    <Message
      takesFocus
      title={sayInWindow('social.title', { provider })}
      actions={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={leave}>
            {sayInWindow('continue.cancel')}
          </Button>
          <ArmedButton busy={isBusy} onClick={go}>
            {sayInWindow('social.do', { provider })}
          </ArmedButton>
        </>
      }
    >
      <p className="asks" data-part="asks">
        <WalletImage name={host} size="row" />
        <span>{sayInWindow('social.say', { site: question.site, provider })}</span>
      </p>
    </Message>
  )
}

/** Here a login that is over is begun anew elsewhere; whatever else was refused says why. */
function sentenceOf(error: unknown): string {
  if (error instanceof RefusedError && error.refusal === 'social_unknown') return sayInWindow('social.over')
  return error instanceof WalletError ? say(error.sentence, error.values) : say('error.unreachable')
}
