import { Button, LinkButton, ShieldIcon } from '@foyer/parts'
import { Headline, RequestBody, Understood, Warnings } from '@foyer/parts/request'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Reason } from '../arming/Reason.js'
import { useArming } from '../arming/useArming.js'
import { useWork } from '../failures/useWork.js'
import { codeSentences } from '../messages/codeSentences.js'
import { say, sayOf } from '../messages/say.js'
import { Failure } from '../views/Failure.js'
import { Thing } from '../views/Thing.js'
import {
  type AskedSwitch,
  type AskSwitch,
  askSwitch,
  type FoundCode,
  type FoundCodes,
  readCodes,
} from './accountCode.js'
import type { HoldingsApi } from './holdings.js'
import type { Dashboard } from './openDashboard.js'

const sayCode = (name: keyof typeof codeSentences, values: Readonly<Record<string, string>> = {}): string =>
  sayOf(codeSentences, name, values)

export interface AccountCodeProps {
  readonly dashboard: Dashboard
  readonly api: HoldingsApi
  /** The visitor's address on EVM's chains. */
  readonly address: string
}

/**
 * Shows which code is switched on for the visitor's address, and where; folded, and read once it is opened. Each is
 * switched off, and another's replaced, by the visitor's own act.
 */
export function AccountCode({ dashboard, api, address }: AccountCodeProps): ReactNode {
  const [codes, setCodes] = useState<FoundCodes>()
  const [asked, setAsked] = useState<AskedSwitch>()
  const [done, setDone] = useState('')
  const { isBusy, failure, act } = useWork()
  const read = async () => setCodes(await readCodes(api, address))
  const begin = (network: AskSwitch['network'], to: AskSwitch['to']) => {
    setDone('')
    act(async () => setAsked(await askSwitch({ dashboard, network, address, to })))
  }
  const approve = ({ network, to, approve: sign }: AskedSwitch) =>
    act(async () => {
      const answer = await sign(() => setDone(sayCode('code.sent')))
      if ('again' in answer) return setAsked(answer.again)
      setAsked(undefined)
      setDone(sayCode(sentenceOf(answer.stands, to), { network: network.name }))
      await read()
    })
  return (
    <section className="panel" aria-labelledby="code">
      <details className="fold" onToggle={({ currentTarget }) => currentTarget.open && !codes && act(read)}>
        <summary>
          <h2 id="code">{sayCode('code.title')}</h2>
        </summary>
        <div className="panel">
          <p className="lead">{sayCode('code.say')}</p>
          {asked ? (
            <Asked
              key={asked.id}
              asked={asked}
              isBusy={isBusy}
              onApprove={() => approve(asked)}
              onReject={() => setAsked(undefined)}
            />
          ) : (
            <Codes codes={codes} isBusy={isBusy} onBegin={begin} />
          )}
          <p role="status" className="small">
            {done}
          </p>
          <Failure>{failure}</Failure>
        </div>
      </details>
    </section>
  )
}

const sentenceOf = (stands: string, to: AskSwitch['to']): keyof typeof codeSentences => {
  if (stands === 'pending') return 'code.pending'
  if (to === 'ended') return stands === 'ended' ? 'code.areEnded' : 'code.stays'
  if (to === 'own') return stands === 'switched' ? 'code.isOwn' : 'code.stays'
  return stands === 'plain' ? 'code.isOff' : 'code.stays'
}

interface CodesProps {
  readonly codes: FoundCodes | undefined
  readonly isBusy: boolean
  readonly onBegin: (network: FoundCode['network'], to: AskSwitch['to']) => void
}

function Codes({ codes, isBusy, onBegin }: CodesProps): ReactNode {
  if (!codes) return isBusy ? <p className="small">{sayCode('code.reading')}</p> : null
  const { found, silent } = codes
  return (
    <>
      {found.length > 0 ? (
        <ul className="things">
          {found.map(({ network, other }) => (
            <Thing
              key={network.chainId}
              icon={<ShieldIcon />}
              name={network.name}
              about={other ? sayCode('code.other', { address: other }) : sayCode('code.own')}
              end={
                <>
                  {other ? null : (
                    <LinkButton
                      disabled={isBusy}
                      aria-label={sayCode('code.endOf', { network: network.name })}
                      onClick={() => onBegin(network, 'ended')}
                    >
                      {sayCode('code.end')}
                    </LinkButton>
                  )}
                  {other && network.delegate ? (
                    <LinkButton
                      disabled={isBusy}
                      aria-label={sayCode('code.replaceOf', { network: network.name })}
                      onClick={() => onBegin(network, 'own')}
                    >
                      {sayCode('code.replace')}
                    </LinkButton>
                  ) : null}
                  <LinkButton
                    disabled={isBusy}
                    aria-label={sayCode('code.offOf', { network: network.name })}
                    onClick={() => onBegin(network, 'none')}
                  >
                    {sayCode('code.off')}
                  </LinkButton>
                </>
              }
            />
          ))}
        </ul>
      ) : (
        <p className="small">{sayCode('code.none')}</p>
      )}
      {found.some(({ other }) => !other) ? <p className="small">{sayCode('code.permissions')}</p> : null}
      {silent.length > 0 ? <p className="small">{sayCode('code.silent', { networks: silent.join(', ') })}</p> : null}
    </>
  )
}

interface AskedProps {
  readonly asked: AskedSwitch
  readonly isBusy: boolean
  readonly onApprove: () => void
  readonly onReject: () => void
}

/** Shows a request to be signed, read as any is, with a button that is armed once it was seen. */
function Asked({ asked, isBusy, onApprove, onReject }: AskedProps): ReactNode {
  const { shown } = asked
  const place = useRef<HTMLElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [titleId, headlineId, reasonId] = [useId(), useId(), useId()]
  const [isUnderstood, setUnderstood] = useState(false)
  const { status, takes } = useArming({ element: place, key: asked.id, shownIn: 'window' })
  useEffect(() => title.current?.focus(), [])
  const isReady = status === 'armed' && (!shown.isDeliberate || isUnderstood) && !isBusy
  return (
    <section ref={place} className="ask" aria-labelledby={titleId} aria-busy={isBusy}>
      <h3 id={titleId} ref={title} tabIndex={-1}>
        {shown.title}
      </h3>
      {shown.headline.length > 0 ? <Headline id={headlineId} parts={shown.headline} /> : null}
      <Warnings warnings={shown.warnings} label={say('approve.warnings')} />
      <RequestBody shown={shown} />
      {shown.isDeliberate ? (
        <Understood label={say('approve.understood')} isOn={isUnderstood} onChange={setUnderstood} />
      ) : null}
      <Reason id={reasonId} status={status} shownIn="window" element={place} isSaid />
      <div className="buttons">
        <Button variant="quiet" disabled={isBusy} onClick={onReject}>
          {say('approve.reject')}
        </Button>
        <Button
          aria-disabled={!isReady || undefined}
          aria-describedby={reasonId}
          busy={isBusy}
          onClick={({ nativeEvent }) => {
            if (isReady && takes(nativeEvent)) onApprove()
          }}
        >
          {shown.act}
        </Button>
      </div>
    </section>
  )
}
