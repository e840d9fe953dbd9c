import { avatarColours } from './AvatarLights.js'

/**
 * The lights of an address as a picture of its own, an SVG in a `data:` address: for an `img` of a page that draws its button itself.
 * @example <img src={avatarImage(address)} alt="" />
 */
export function avatarImage(address: string): string {
  const { ground, lights } = avatarColours(address)
  const gradients = lights.map(({ colour }, index) => {
    const stop = (rest: string) => `<stop stop-color="${colour}" ${rest}/>`
    return `<radialGradient id="${index}">${stop('offset="0"')}${stop('offset=".35" stop-opacity=".85"')}${stop('offset="1" stop-opacity="0"')}</radialGradient>`
  })
  const circles = lights.map(({ x, y }, index) => `<circle cx="${x}" cy="${y}" r="40" fill="url(#${index})"/>`)
  const drawn = `${gradients.join('')}<path d="M0 0h64v64H0z" fill="${ground}"/>${circles.join('')}`
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${drawn}</svg>`)}`
}
