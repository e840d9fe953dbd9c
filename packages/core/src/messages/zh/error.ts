import type { error as english } from '../en/error.js'
import type { refusal } from '../en/refusal.js'
import type { Translated } from '../sentences.js'

export const error: Translated<typeof english & typeof refusal> = {
  'error.rejected': '已在钱包中拒绝该请求。',
  'error.requestPending': '钱包中仍有未处理的请求。请先打开钱包处理该请求。',
  'error.walletNotFound': '浏览器中没有此钱包。请启用它并重新加载页面。',
  'error.walletLocked': '钱包不允许此操作。请解锁后重试。',
  'error.walletDisconnected': '钱包已断开连接。请重新连接。',
  'error.notSupported': '此钱包无法执行此操作。请换一个钱包再试。',
  'error.timedOut': '未及时收到响应。请重试。',
  'error.wrongAnswer': '钱包的响应无法使用。请重试，或换一个钱包。',
  'error.offline': '当前处于离线状态。请在恢复连接后重试。',
  'error.networkUnavailable': '网络暂时没有响应。请稍后重试。',
  'error.serverUnavailable': '服务器暂时没有响应。请稍后重试。',
  'error.busy': '当前请求过多。请稍等片刻再试。',
  'error.unsupportedNetwork': '此应用不支持该网络。请选择其他网络。',
  'error.chainNotSupported': '不支持此链',
  'error.storage': '浏览器不允许此页面保存数据。下次需要重新连接。',
  'error.transactionFailed': '网络拒绝了该交易。请检查金额和费用，然后重试。',
  'error.misconfigured': '此应用尚未完成设置。请告知开发者。',
  'error.notLoaded': '无法加载此部分。请重试。',
  'error.unknown': '操作未成功。请重试。',
}
