export { isMobile, type PageWindow } from './browser.js'
export {
  isAndroid,
  isInFrame,
  isIos,
  isSafari,
  isTelegram,
  type LinkTarget,
  linkTarget,
  type OpenLinkParameters,
  openLink,
  reusesPairing,
} from './openLink.js'
