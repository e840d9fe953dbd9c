import type { SocialProvider } from '@foyer/core'
import { socialName } from '@foyer/core/internal'
import { push } from '@foyer/core/view'
import { Button, DotsIcon, part, Row, RowList } from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import { isRefusedHere } from '../../headless/inAppBrowser.js'
import { useFoyerLogin } from '../../headless/login.js'
import { Agreement, useAgreed } from '../Legal.js'
import { useModal } from '../modalContext.js'
import { InAppNotice } from './InAppNotice.js'
import { loginRoute } from './loginRoute.js'
import { markOf } from './socialMarks.js'

/** More than these don't stand side by side. */
const mostBeside = 5
/** As many stand beside the way to the others. */
const besideMore = 4

interface Choosing {
  readonly choose: (provider: SocialProvider) => void
  /** Said of a provider that lets no one log in where this page is shown. */
  readonly notice: ReactNode
}

/** Leads to the provider: the view begins the login, and its window opens with the same press. */
function useChoose(): Choosing {
  const { foyer } = useModal()
  const { start } = useFoyerLogin()
  const [refused, setRefused] = useState<SocialProvider>()
  return {
    choose(provider) {
      const isRefused = isRefusedHere(provider, window)
      setRefused(isRefused ? provider : undefined)
      if (isRefused) return
      push(foyer, loginRoute(provider))
      start({ method: 'social', provider })
    },
    notice: refused ? <InAppNotice provider={refused} /> : null,
  }
}

/** The social accounts to log in with: the first with its name, the others by their marks. */
export function SocialButtons({ disabled }: { readonly disabled: boolean }): ReactNode {
  const { choose, notice } = useChoose()
  return (
    <>
      <Providers disabled={disabled} onChosen={choose} />
      {notice}
    </>
  )
}

interface ProvidersProps {
  readonly disabled: boolean
  readonly onChosen: (provider: SocialProvider) => void
}

function Providers({ disabled, onChosen }: ProvidersProps): ReactNode {
  const { say, foyer } = useModal()
  const { socials } = useFoyerLogin()
  const [first, ...others] = socials
  if (!first) return null
  const named = (provider: SocialProvider, words: string) => (
    <Button
      key={provider}
      variant="quiet"
      partName="social"
      data-social={provider}
      icon={markOf(provider)}
      disabled={disabled}
      onClick={() => onChosen(provider)}
    >
      {words}
    </Button>
  )
  const wide = named(first, say('login.with', { provider: socialName(first) }))
  if (others.length === 0) return wide
  if (others.length === 1)
    return <div {...part({ name: 'socials' })}>{socials.map((provider) => named(provider, socialName(provider)))}</div>
  const beside = others.length > mostBeside ? others.slice(0, besideMore) : others
  return (
    <>
      {wide}
      <div {...part({ name: 'socials' })}>
        {beside.map((provider) => (
          <Button
            key={provider}
            variant="quiet"
            partName="social"
            data-social={provider}
            aria-label={say('login.with', { provider: socialName(provider) })}
            disabled={disabled}
            onClick={() => onChosen(provider)}
          >
            {markOf(provider)}
          </Button>
        ))}
        {beside.length < others.length ? (
          <Button
            variant="quiet"
            partName="more-socials"
            aria-label={say('login.more')}
            disabled={disabled}
            onClick={() => push(foyer, { view: 'ConnectSocials' })}
          >
            <DotsIcon />
          </Button>
        ) : null}
      </div>
    </>
  )
}

/** Every social account that there is to log in with. */
export function ConnectSocialsView(): ReactNode {
  const { say } = useModal()
  const { socials } = useFoyerLogin()
  const { choose, notice } = useChoose()
  const agreed = useAgreed()
  return (
    <>
      <Agreement />
      <RowList label={say('login.socials')}>
        {socials.map((provider) => (
          <Row
            key={provider}
            partName="social"
            data-social={provider}
            label={socialName(provider)}
            image={<span {...part({ name: 'social-mark' })}>{markOf(provider)}</span>}
            chevron
            disabled={!agreed}
            onClick={() => choose(provider)}
          />
        ))}
      </RowList>
      {notice}
    </>
  )
}
