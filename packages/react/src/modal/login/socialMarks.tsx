import type { SocialProvider } from '@foyer/core'
import { AppleIcon, DiscordIcon, FacebookIcon, FarcasterIcon, GitHubIcon, GoogleIcon, XMarkIcon } from '@foyer/parts'
import { createElement, type ReactNode } from 'react'

const marks = {
  google: GoogleIcon,
  x: XMarkIcon,
  discord: DiscordIcon,
  farcaster: FarcasterIcon,
  github: GitHubIcon,
  apple: AppleIcon,
  facebook: FacebookIcon,
} as const satisfies Record<SocialProvider, () => ReactNode>

/** A provider's mark. */
export const markOf = (provider: SocialProvider): ReactNode => createElement(marks[provider])
