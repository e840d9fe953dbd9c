import type { SocialProvider } from '@foyer/core'
import { socialName } from '@foyer/core/internal'
import { Button, ExternalIcon, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import { outsideLink } from '../../headless/inAppBrowser.js'
import { CopyLink } from '../CopyLink.js'
import { useModal } from '../modalContext.js'

/** A provider lets no one log in where this page is shown: why, and the ways to a browser. */
export function InAppNotice({ provider }: { readonly provider: SocialProvider }): ReactNode {
  const { say } = useModal()
  const outside = outsideLink(window)
  return (
    <div role="alert" {...part({ name: 'in-app' })}>
      <p>{say('login.inApp', { provider: socialName(provider) })}</p>
      {outside === undefined ? null : (
        <Button
          size="sm"
          icon={<ExternalIcon />}
          partName="open-outside"
          onClick={() => window.location.assign(outside)}
        >
          {say('login.outside')}
        </Button>
      )}
      <CopyLink
        text={window.location.href}
        label={say('login.copyPage')}
        copied="login.pageCopied"
        partName="copy-page"
      />
    </div>
  )
}
