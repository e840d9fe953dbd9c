const imageData = /^data:image\//i

/**
 * Returns a source that an `img` may show: http, https and image data. Anything else (a script, a blob, nonsense) is no
 * picture.
 */
export function imageUrl(src: string | undefined): string | undefined {
  const trimmed = src?.trim()
  if (!trimmed) return undefined
  if (imageData.test(trimmed)) return trimmed
  const protocol = protocolOf(trimmed)
  return protocol === 'https:' || protocol === 'http:' ? trimmed : undefined
}

/** Returns a source that a `video` may play: http and https. */
export function filmUrl(src: string | undefined): string | undefined {
  const url = imageUrl(src)
  return url === undefined || imageData.test(url) ? undefined : url
}

/**
 * Returns the address that a link may lead to: http, https, mail, and paths of the page itself (F29). An application's
 * own scheme is never a link: what opens a wallet is an action, which checks the scheme itself.
 */
export function linkUrl(href: string | undefined): string | undefined {
  const trimmed = href?.trim()
  if (!trimmed) return undefined
  const protocol = protocolOf(trimmed, 'https://page.invalid')
  return protocol === 'https:' || protocol === 'http:' || protocol === 'mailto:' ? trimmed : undefined
}

function protocolOf(address: string, base?: string): string | undefined {
  return URL.canParse(address, base) ? new URL(address, base).protocol : undefined
}
