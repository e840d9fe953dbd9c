import { contextOf } from '@foyer/core/internal'
import type { PlainSentenceKey } from '@foyer/core/messages'
import type { Recipient, RecipientFault } from '@foyer/core/send'
import { shownName } from '@foyer/core/wallets'
import {
  Avatar,
  CameraIcon,
  IconButton,
  LinkButton,
  LongField,
  PasteIcon,
  part,
  Spinner,
  VisuallyHidden,
} from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import type { Send } from '../../headless/send.js'
import { useModal } from '../modalContext.js'
import { canScan, Scanner } from './Scanner.js'

/** To whom: typed, pasted or scanned. */
export function RecipientField({ send: { form, warnings, setRecipient } }: { readonly send: Send }): ReactNode {
  const { say } = useModal()
  const { recipient } = form
  const [scanning, setScanning] = useState(false)
  const paste = usePaste(setRecipient)
  const scan = canScan() ? () => setScanning(true) : undefined
  return (
    <div data-look="stack-2 panel" {...part({ name: 'send-recipient' })}>
      <LongField
        partName="send-to"
        label={say('send.recipient')}
        placeholder={say('send.recipientHint')}
        value={recipient.text}
        onValueChange={setRecipient}
        error={recipient.status === 'unknown' ? say(faultWords[recipient.fault]) : undefined}
        dir="ltr"
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        trailing={<FieldEnd status={recipient.status} paste={paste} scan={scan} />}
      />
      {recipient.status === 'found' && (recipient.name !== undefined || warnings.length > 0) ? (
        <Found {...recipient} />
      ) : null}
      {scanning ? (
        <Scanner
          onText={(text) => {
            setScanning(false)
            setRecipient(text)
          }}
          onEnd={() => setScanning(false)}
        />
      ) : null}
    </div>
  )
}

interface FieldEndProps extends Pick<Recipient, 'status'> {
  readonly paste: (() => void) | undefined
  readonly scan: (() => void) | undefined
}

/** The field's end: that it is being read, or the ways to fill it. */
function FieldEnd({ status, paste, scan }: FieldEndProps): ReactNode {
  const { say } = useModal()
  if (status === 'reading')
    return (
      <span role="status" {...part({ name: 'send-reading' })}>
        <Spinner />
        <VisuallyHidden>{say('send.reading')}</VisuallyHidden>
      </span>
    )
  if (status !== 'empty') return null
  return (
    <>
      {paste ? (
        <LinkButton partName="send-paste" icon={<PasteIcon />} onClick={paste}>
          {say('send.paste')}
        </LinkButton>
      ) : null}
      {scan ? <IconButton partName="send-scan" label={say('send.scan')} icon={<CameraIcon />} onClick={scan} /> : null}
    </>
  )
}

/** Whom a name stands for, or who is warned of: every letter of the address. */
function Found({ name, address, avatar }: Extract<Recipient, { readonly status: 'found' }>): ReactNode {
  return (
    <div role="status" data-look="line-3" {...part({ name: 'send-found' })}>
      <Avatar size="md" address={address} src={avatar} />
      <span {...part({ name: 'send-found-words' })}>
        {name === undefined ? null : <b dir="auto">{shownName(name)}</b>}
        <bdi>{address}</bdi>
      </span>
    </div>
  )
}

/** Reads the clipboard; undefined where the browser doesn't let a page do so. */
function usePaste(onText: (text: string) => void): (() => void) | undefined {
  const { foyer } = useModal()
  const { update, report } = contextOf(foyer)
  if (typeof navigator === 'undefined' || navigator.clipboard?.readText === undefined) return undefined
  return () =>
    void navigator.clipboard.readText().then(
      (text) => onText(text.trim()),
      (error: unknown) => {
        report(error)
        update(() => ({ snackbar: { variant: 'error', message: 'send.pasteFailed' } }))
      },
    )
}

const faultWords = {
  address: 'send.faultAddress',
  checksum: 'send.faultChecksum',
  length: 'send.faultLength',
  name: 'send.faultName',
  unreached: 'send.faultUnreached',
  network: 'send.faultNetwork',
  token: 'send.faultToken',
} as const satisfies Record<RecipientFault, PlainSentenceKey>
