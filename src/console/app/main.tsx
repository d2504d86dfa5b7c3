import { render } from 'preact';
import { startRouting } from './route.ts';
import { noteUse, startLive } from './ui/live.ts';
import { lookWho } from './sign-in.tsx';
import { App } from './app.tsx';

const root = document.getElementById('app');
if (root !== null) {
  startRouting();
  void lookWho();
  void startLive();
  noteUse();
  render(<App />, root);
}
