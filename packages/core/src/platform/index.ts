export { isMobile, type PageWindow } from './isMobile.js'
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
