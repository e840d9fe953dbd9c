import type { Output } from '@foyer/core/wire'
import { approveCeremonyCall, cancelCeremonyCall, openCeremoniesCall } from '@foyer/embedded/custody'
import { Button } from '@foyer/parts'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { RefusedError, type Servers } from '../login/servers.js'
import type { SentenceName } from '../messages/en.js'
import { say } from '../messages/say.js'
import { Message } from '../views/Message.js'
import { Question } from './Question.js'

type Ceremony = Output<(typeof openCeremoniesCall)['reply']>['ceremonies'][number]

type Shown =
  | { readonly status: 'reading' }
  | { readonly status: 'asked'; readonly ceremony: Ceremony }
  | { readonly status: 'said'; readonly title: SentenceName; readonly why?: SentenceName }

/** What other devices ask for, in a browser that the keeper knows: the newest first. Approved by the digits that the other one shows, never by a button alone. */
export function DevicesPage({ servers }: { readonly servers: Servers }): ReactNode {
  const [shown, setShown] = useState<Shown>({ status: 'reading' })
  const [isBusy, setBusy] = useState(false)
  const failed = useCallback((error: unknown) => {
    const isUnknown = error instanceof RefusedError && error.refusal === 'device_unknown'
    if (isUnknown) setShown({ status: 'said', title: 'devices.unknown', why: 'devices.unknownSay' })
    else setShown({ status: 'said', title: 'confirm.broken' })
  }, [])
  const read = useCallback(() => {
    setShown({ status: 'reading' })
    servers.signed(openCeremoniesCall, {}).then(({ ceremonies: [ceremony] }) => {
      if (ceremony) setShown({ status: 'asked', ceremony })
      else setShown({ status: 'said', title: 'devices.none', why: 'devices.noneSay' })
    }, failed)
  }, [servers, failed])
  useEffect(read, [read])
  const act = (work: () => Promise<SentenceName>) => {
    setBusy(true)
    work()
      .then((title) => setShown({ status: 'said', title }), failed)
      .finally(() => setBusy(false))
  }
  if (shown.status === 'reading') return <Message title={say('approve.wait')} />
  if (shown.status === 'said') {
    return (
      <Message title={say(shown.title)} actions={<Button onClick={read}>{say('devices.again')}</Button>}>
        {shown.why ? <p>{say(shown.why)}</p> : null}
      </Message>
    )
  }
  const { ceremony } = shown.ceremony
  const approve = async (digits: string): Promise<SentenceName> => {
    const { status } = await servers.signed(approveCeremonyCall, { ceremony, digits })
    return status === 'approved' ? 'devices.approved' : 'confirm.wrongDigits'
  }
  const refuse = async (): Promise<SentenceName> => {
    await servers.signed(cancelCeremonyCall, { ceremony })
    return 'confirm.refused'
  }
  return (
    <Question
      key={ceremony}
      asking={shown.ceremony}
      asksDigits
      isHeld={false}
      isBusy={isBusy}
      onConfirm={(digits) => act(() => approve(digits))}
      onRefuse={() => act(refuse)}
    />
  )
}
