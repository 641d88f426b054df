import { render } from 'preact';
import { CoveragePanel } from './coverage-panel.tsx';
import { Detail } from './detail.tsx';
import { shown } from './foreign-text.ts';
import { Help } from './help.tsx';
import { listenToKeys } from './keyboard.ts';
import { SearchField, SearchResults } from './search.tsx';
import { failure, isHelpOpen, open, session } from './state.ts';
import { Strip } from './strip.tsx';
import { TargetBar } from './target-bar.tsx';
import { themeShown, toggleTheme } from './theme.ts';
import { Timeline } from './timeline.tsx';
import { Windows } from './windows.tsx';

function Page() {
  if (failure.value !== undefined) return <Failure what={failure.value} />;
  if (session.value === undefined) {
    return (
      <main>
        <p class="wait" role="status">
          Reading the session…
        </p>
      </main>
    );
  }
  return (
    <>
      <Header />
      <main>
        <SearchResults />
        <Strip />
        <TargetBar />
        <div class="columns">
          <Windows />
          <Detail />
        </div>
        <div class="columns even">
          <CoveragePanel />
          <Timeline />
        </div>
        <Warnings />
      </main>
      <Help />
    </>
  );
}

function Header() {
  const opened = session.value;
  return (
    <header class="top">
      <div class="title">
        <h1>
          <span class="brand">holdfast</span> <bdi>{shown(opened?.fileName ?? '')}</bdi>
        </h1>
        <p class="faint">
          <bdi>{shown(opened?.recognizedAs ?? '')}</bdi>
        </p>
      </div>
      <SearchField />
      <div class="tools">
        <button type="button" class="quiet" onClick={toggleTheme} aria-keyshortcuts="t">
          {themeShown.value === 'dark' ? 'Light' : 'Dark'}
        </button>
        <button
          type="button"
          class="quiet"
          aria-keyshortcuts="?"
          onClick={() => {
            isHelpOpen.value = true;
          }}
        >
          Keys
        </button>
      </div>
    </header>
  );
}

function Failure({ what }: { readonly what: string }) {
  return (
    <main>
      <section class="panel failure" role="alert">
        <h1>The session cannot be shown</h1>
        <p>{shown(what)}</p>
      </section>
    </main>
  );
}

/** What was not as it should be in the file. */
function Warnings() {
  const warnings = session.value?.warnings ?? [];
  if (warnings.length === 0) return null;
  return (
    <details class="panel warnings">
      <summary>{warnings.length === 1 ? '1 warning about the file' : `${warnings.length} warnings about the file`}</summary>
      <ul>
        {warnings.map((warning) => (
          <li key={`${warning.code} ${warning.line} ${warning.message}`}>
            <code>{shown(warning.code)}</code> <bdi>{shown(warning.message)}</bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}

const place = document.getElementById('page');
if (place !== null) {
  place.replaceChildren();
  render(<Page />, place);
}
listenToKeys();
void open();
